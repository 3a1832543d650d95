import { type ESTree, parseSync } from 'rolldown/utils';

/** Node of a parsed script; its fields depend on its type. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** A declared name: its only value, if it is never reassigned. */
type Binding = { value: Node | null; writes: number };

type Scope = { names: Map<string, Binding>; parent: Scope | null; isFunctionScope: boolean };

/** Offset that represents the whole script. */
export const WHOLE_SCRIPT = -1;

/** A parsed script with name resolution. */
export class ScriptTree {
  readonly name: string;
  readonly text: string;
  readonly root: Node;
  readonly #parents = new Map<Node, Node>();
  readonly #scopes = new Map<Node, Scope>();

  /** Parses a built script. Throws on a syntax error. */
  constructor(name: string, text: string) {
    this.name = name;
    this.text = text;
    const parsed = parseSync(name, text, { lang: 'js', sourceType: 'module' });
    const error = parsed.errors[0];
    if (error) throw new Error(`${name}: ${error.message}`);
    this.root = parsed.program as ESTree.Program as unknown as Node;
    this.#scopes.set(this.root, { names: new Map(), parent: null, isFunctionScope: true });
    this.#declareIn(this.root, this.#scopes.get(this.root) as Scope);
    this.#countWrites();
  }

  /** Iterates over all nodes, parents first. */
  *nodes(node: Node = this.root): Generator<Node> {
    yield node;
    for (const child of childrenOf(node)) yield* this.nodes(child);
  }

  parentOf(node: Node): Node | undefined {
    return this.#parents.get(node);
  }

  /** Start offsets of the functions around a node, innermost first, then the whole script. */
  functionsAround(node: Node): number[] {
    const functions: number[] = [];
    for (let ancestor = this.#parents.get(node); ancestor; ancestor = this.#parents.get(ancestor)) {
      if (/^(?:Arrow)?Function/.test(ancestor.type)) functions.push(ancestor.start);
    }
    return [...functions, WHOLE_SCRIPT];
  }

  /** Resolves an identifier; undefined for a global. */
  bindingOf(node: Node): Binding | undefined {
    const name = node['name'] as string;
    for (let scope = this.#scopeOf(node); scope !== null; scope = scope.parent) {
      const binding = scope.names.get(name);
      if (binding) return binding;
    }
    return undefined;
  }

  /** True if an identifier refers to a variable instead of naming a key. */
  isReference(node: Node): boolean {
    if (node.type !== 'Identifier') return false;
    const parent = this.#parents.get(node);
    if (!parent) return true;
    switch (parent.type) {
      case 'MemberExpression':
        return parent['object'] === node || parent['computed'] === true;
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
      case 'AccessorProperty':
        return parent['value'] === node || parent['computed'] === true;
      case 'LabeledStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
      case 'ImportSpecifier':
      case 'ExportAllDeclaration':
        return false;
      case 'ExportSpecifier':
        return parent['local'] === node;
      default:
        return true;
    }
  }

  #scopeOf(node: Node): Scope | null {
    for (let ancestor: Node | undefined = node; ancestor; ancestor = this.#parents.get(ancestor)) {
      const scope = this.#scopes.get(ancestor);
      if (scope) return scope;
    }
    return null;
  }

  #declareIn(node: Node, scope: Scope): void {
    for (const child of childrenOf(node)) {
      this.#parents.set(child, node);
      this.#declareIn(child, this.#declare(child, scope));
    }
  }

  /** Records a node's declarations and returns the scope of its children. */
  #declare(node: Node, scope: Scope): Scope {
    if (node.type === 'VariableDeclaration') {
      const target = node['kind'] === 'var' ? functionScope(scope) : scope;
      for (const child of node['declarations'] as Node[]) {
        declarePattern(target, child['id'] as Node, child['init'] as Node | null);
      }
    }
    if (node.type.startsWith('Import') && node['local'])
      declarePattern(scope, node['local'] as Node);
    const isFunction = /^(?:Arrow)?Function/.test(node.type);
    const isClass = node.type.startsWith('Class') && node.type !== 'ClassBody';
    if (node.type.endsWith('Declaration') && (isFunction || isClass) && node['id']) {
      declarePattern(scope, node['id'] as Node, node);
    }
    if (!isFunction && !isClass && !blockTypes.has(node.type)) return scope;
    const inner: Scope = { names: new Map(), parent: scope, isFunctionScope: isFunction };
    this.#scopes.set(node, inner);
    if (node.type.endsWith('Expression') && node['id'])
      declarePattern(inner, node['id'] as Node, node);
    if (isFunction) (node['params'] as Node[]).forEach((child) => declarePattern(inner, child));
    if (node.type === 'CatchClause' && node['param']) declarePattern(inner, node['param'] as Node);
    return inner;
  }

  #countWrites(): void {
    for (const node of this.nodes()) {
      const target = node['left'] ?? node['argument'];
      const isWrite =
        node.type === 'AssignmentExpression' ||
        node.type === 'UpdateExpression' ||
        /^For(?:In|Of)/.test(node.type);
      if (!isWrite) continue;
      for (const name of namesIn(target as Node)) {
        const binding = this.bindingOf(name);
        if (binding) binding.writes += 1;
      }
    }
  }
}

const blockTypes = new Set([
  'BlockStatement',
  'StaticBlock',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'CatchClause',
]);

function functionScope(scope: Scope): Scope {
  let current = scope;
  while (!current.isFunctionScope && current.parent !== null) current = current.parent;
  return current;
}

function declarePattern(scope: Scope, pattern: Node, value: Node | null = null): void {
  for (const { name } of namesIn(pattern) as { name: string }[] & Node[]) {
    const existingBinding = scope.names.get(name);
    if (existingBinding) existingBinding.writes += 1;
    else scope.names.set(name, { value: pattern.type === 'Identifier' ? value : null, writes: 0 });
  }
}

/** Identifiers that a pattern binds. */
function namesIn(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern];
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap(namesIn);
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap((child) =>
        child ? namesIn(child) : [],
      );
    case 'Property':
      return namesIn(pattern['value'] as Node);
    case 'AssignmentPattern':
      return namesIn(pattern['left'] as Node);
    case 'RestElement':
      return namesIn(pattern['argument'] as Node);
    default:
      return [];
  }
}

/** Direct children of a node, in source order. */
function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) children.push(...value.filter(isNode));
    else if (isNode(value)) children.push(value);
  }
  return children;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { type?: unknown }).type === 'string' &&
    typeof (value as { start?: unknown }).start === 'number'
  );
}
