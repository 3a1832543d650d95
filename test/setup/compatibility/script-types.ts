import type { Node, ScriptTree } from './script-tree.ts';

/** Types of global names. */
const globalTypes: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
  screen: 'Screen',
  history: 'History',
  location: 'Location',
  performance: 'Performance',
  crypto: 'Crypto',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
  visualViewport: 'VisualViewport',
  scheduler: 'Scheduler',
};

/** Types of members. */
const memberTypes: Readonly<Record<string, string>> = {
  'Navigator.storage': 'StorageManager',
  'Navigator.serviceWorker': 'ServiceWorkerContainer',
  'Navigator.locks': 'LockManager',
  'Navigator.mediaDevices': 'MediaDevices',
  'Navigator.permissions': 'Permissions',
  'Navigator.wakeLock': 'WakeLock',
  'Navigator.clipboard': 'Clipboard',
  'Navigator.connection': 'NetworkInformation',
  'Crypto.subtle': 'SubtleCrypto',
  'Document.fonts': 'FontFaceSet',
  'Screen.orientation': 'ScreenOrientation',
};

/** Methods returning iterators, whose `map` and `filter` only newer browsers have. */
const returnsIterator = new Set(['values', 'keys', 'entries', 'matchAll']);

/** Type of an expression if the script determines it; undefined otherwise. */
export function typeOf(tree: ScriptTree, node: Node, depth = 0): string | undefined {
  if (depth > 8) return undefined;
  switch (node.type) {
    case 'Identifier': {
      const binding = tree.bindingOf(node);
      const name = node['name'] as string;
      if (!binding) return globalTypes[name] ?? (/^[A-Z]\w+$/.test(name) ? name : undefined);
      if (binding.writes > 0 || !binding.value) return undefined;
      return /^(?:Function|Class)/.test(binding.value.type)
        ? undefined
        : typeOf(tree, binding.value, depth + 1);
    }
    case 'ChainExpression':
    case 'ParenthesizedExpression':
      return typeOf(tree, node['expression'] as Node, depth + 1);
    case 'ArrayExpression':
      return 'Array';
    case 'TemplateLiteral':
      return 'String';
    case 'Literal':
      return typeof node['value'] === 'string' ? 'String' : node['regex'] ? 'RegExp' : undefined;
    case 'NewExpression':
      return globalName(tree, node['callee'] as Node);
    case 'MemberExpression':
      return typeOfMember(tree, node, depth);
    case 'CallExpression':
      return typeOfCall(tree, node, depth);
    default:
      return undefined;
  }
}

function globalName(tree: ScriptTree, node: Node): string | undefined {
  return node.type === 'Identifier' && !tree.bindingOf(node) ? (node['name'] as string) : undefined;
}

function typeOfMember(tree: ScriptTree, node: Node, depth: number): string | undefined {
  const property = node['property'] as Node;
  if (node['computed'] === true || property.type !== 'Identifier') return undefined;
  const name = property['name'] as string;
  const owner = typeOf(tree, node['object'] as Node, depth + 1);
  if (name === 'prototype') return owner;
  if (owner === 'Window') return globalTypes[name] ?? (/^[A-Z]\w+$/.test(name) ? name : undefined);
  if (owner === 'Intl') return `Intl.${name}`;
  return owner === undefined ? undefined : memberTypes[`${owner}.${name}`];
}

function typeOfCall(tree: ScriptTree, node: Node, depth: number): string | undefined {
  const callee = node['callee'] as Node;
  if (callee.type === 'Identifier') {
    const initialValue = tree.bindingOf(callee)?.value;
    return initialValue?.['generator'] === true && initialValue['async'] !== true
      ? 'Iterator'
      : undefined;
  }
  if (callee.type !== 'MemberExpression') return undefined;
  const object = callee['object'] as Node;
  const property = callee['property'] as Node;
  const name = callee['computed'] === true ? undefined : (property['name'] as string | undefined);
  const owner = typeOf(tree, object, depth + 1);
  if (callee['computed'] === true && isSymbolIterator(property)) return 'Iterator';
  // `Object.keys(x)` is an array, while a cache or database returns a promise.
  const isStatic = owner !== undefined && globalName(tree, object) === owner;
  if (
    name !== undefined &&
    returnsIterator.has(name) &&
    !isStatic &&
    !returnsPromise.has(owner ?? '')
  ) {
    return 'Iterator';
  }
  if (owner === 'Iterator' && name !== undefined && keepsIterator.has(name)) return 'Iterator';
  return undefined;
}

const keepsIterator = new Set(['map', 'filter', 'take', 'drop', 'flatMap']);
const returnsPromise = new Set(['CacheStorage', 'Cache']);

function isSymbolIterator(node: Node): boolean {
  return node.type === 'MemberExpression' && (node['property'] as Node)['name'] === 'iterator';
}
