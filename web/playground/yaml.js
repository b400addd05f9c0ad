// YAML as the module takes it: the tree of a document's nodes, as playground/src/yaml_of_json.cpp reads it.
import {isMap, isScalar, isSeq, LineCounter, parseDocument} from 'yaml';

/// Throws an Error, with line and column, for broken YAML.
export function treeOf(text) {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, schema: 'failsafe', prettyErrors: false});
  const place = (offset) => {
    const {line, col} = lines.linePos(offset);
    return {line: line - 1, column: col - 1};
  };
  const [error] = document.errors;
  if (error) throw new Error(`${place(error.pos[0]).line + 1}:${place(error.pos[0]).column + 1}: ${error.message}`);
  const tree = (node) => {
    if (!node) return {};
    const at = place(node.range?.[0] ?? 0);
    if (isMap(node)) return {...at, kind: 'mapping', keys: node.items.map(({key}) => tree(key)),
        members: node.items.map(({value}) => tree(value))};
    if (isSeq(node)) return {...at, kind: 'sequence', members: node.items.map(tree)};
    if (!isScalar(node) || (node.type === 'PLAIN' && node.value === '')) return at;
    return {...at, kind: 'scalar', text: String(node.value), quoted: node.type?.startsWith('QUOTE') ?? false};
  };
  return tree(document.contents);
}

/// The tree of a value made in the page, of objects, lists and scalars: JSON is YAML.
export const treeOfValue = (value) => treeOf(JSON.stringify(value));
