import { parseSync } from '@swc/core';

/** A node of the tree that swc makes of a file. */
export interface Node {
  type: string;
  [part: string]: unknown;
}

/** The statements of a file of TypeScript. */
export const parse = (text: string): Node[] =>
  parseSync(text, { syntax: 'typescript', target: 'es2024' }).body as unknown as Node[];

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Each node below this one, with those above it, nearest first. */
export function* nodesOf(value: unknown, above: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield [value, above];
  const next = isNode(value) ? [value, ...above] : above;
  for (const part of Object.values(value)) yield* nodesOf(part, next);
}

/** An expression without the parentheses and types around it. */
export const withoutType = (node: unknown): unknown =>
  isNode(node) && /^(?:TsConstAssertion|TsAsExpression|TsSatisfiesExpression|ParenthesisExpression)$/.test(node.type)
    ? withoutType(node['expression'])
    : node;

/** The name that a node is, or the last one of `a.b.c`. Empty if it has none. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'MemberExpression' ? nameOf(node['property']) : String(node['value'] ?? '');
}

/** The properties of an object in plain sight, by name, with the value of each. */
export function fieldsOf(value: unknown): [string, unknown][] {
  const node = withoutType(value);
  if (!isNode(node) || node.type !== 'ObjectExpression') return [];
  return (node['properties'] as Node[]).flatMap((property): [string, unknown][] => {
    if (property.type === 'Identifier') return [[nameOf(property), property]];
    if (property.type === 'MethodProperty') return [[nameOf(property['key']), property]];
    return property.type === 'KeyValueProperty' ? [[nameOf(property['key']), property['value']]] : [];
  });
}
