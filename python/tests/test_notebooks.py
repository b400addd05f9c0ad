"""The notebooks and the example that learns run."""
import json
import os
import sys

import pytest

NOTEBOOKS = os.path.join(os.path.dirname(__file__), "..", "notebooks")


@pytest.mark.parametrize("name, needs", [("write_a_player", ["pandas"]), ("outlier_plan", ["pandas", "gerrychain"])])
def test_a_notebook_runs(name, needs, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    for module in needs:
        pytest.importorskip(module)
    notebook = nbformat.read(os.path.join(NOTEBOOKS, name + ".ipynb"), as_version=4)
    # The kernel of this Python, whatever others are installed.
    kernel = tmp_path / "kernels" / "python3"
    kernel.mkdir(parents=True)
    (kernel / "kernel.json").write_text(json.dumps(
        {"argv": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3",
         "language": "python"}))
    os.environ["JUPYTER_PATH"] = str(tmp_path)
    client = nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)


def test_learning_gets_better():
    import learn
    learner = learn.Learner(1)
    curve = learner.learn(rounds=2, games=12, side=12, trial=(8, 12), show=lambda line: None)
    trained, untrained = learner.play(range(900, 920), 12, 0.0)[1], learn.Learner(1).play(range(900, 920), 12, 0.0)[1]
    assert len(curve) == 3 and curve[-1] > curve[0] and learn.interval(trained - untrained)[1] > 0
