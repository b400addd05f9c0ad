"""The package of the build folder, which stands on PYTHONPATH, or the installed one."""
