import { type Feature, widestSupport, entryAt, featureAt, namesUnder } from './support.ts';

/** Inherited interfaces, nearest first; only those the app's scripts use. */
const parents: Readonly<Record<string, readonly string[]>> = {
  Document: ['Node', 'EventTarget'],
  Navigator: ['WorkerNavigator'],
  Iterator: [],
};

/** Member of a type; undefined if MDN doesn't list it. */
export function typedMember(type: string, name: string): Feature | undefined {
  return widestSupport(
    [type, ...(parents[type] ?? [])].flatMap((owner) => [
      featureAt('javascript', 'builtins', ...owner.split('.'), name),
      featureAt('api', owner, name),
      featureAt('api', owner, `${name}_static`),
      name.startsWith('on') ? featureAt('api', owner, `${name.slice(2)}_event`) : undefined,
    ]),
  );
}

/** Shorter names may be exports renamed by the bundler. */
const MIN_NAME_LENGTH = 4;

const featuresByName = new Map<string, Feature | undefined>();

/** Feature with this member name, on any type; `on…` means the event. */
export function memberNamed(name: string): Feature | undefined {
  if (name.length < MIN_NAME_LENGTH) return undefined;
  if (!featuresByName.has(name)) featuresByName.set(name, findNamed(name));
  return featuresByName.get(name);
}

function findNamed(name: string): Feature | undefined {
  // An element's style has a member for each property.
  if (featureAt('css', 'properties', kebab(name))) return undefined;
  const names = name.startsWith('on') ? [name, `${name.slice(2)}_event`] : [name];
  const paths = names.flatMap((variant) => instanceMembers().get(variant) ?? []);
  return widestSupport(paths.map((path) => featureAt(...path)));
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

let members: ReadonlyMap<string, string[][]> | undefined;

/** Paths of all instance members, by name. */
function instanceMembers(): ReadonlyMap<string, string[][]> {
  members ??= Map.groupBy(
    [
      ...membersUnder(['api']).filter(([, , name]) => name?.endsWith('_static') === false),
      ...membersUnder(['javascript', 'builtins']).filter(isInstanceMember),
      ...membersUnder(['javascript', 'builtins', 'Intl']).filter(isInstanceMember),
    ],
    (path) => path.at(-1) ?? '',
  );
  return members;
}

function membersUnder(path: readonly string[]): string[][] {
  return namesUnder(path).flatMap((owner) =>
    namesUnder([...path, owner])
      .filter((name) => name !== owner)
      .map((name) => [...path, owner, name]),
  );
}

/** MDN mixes static and instance members; the specification URL distinguishes them. */
function isInstanceMember(path: readonly string[]): boolean {
  const address = entryAt(path)?.__compat?.spec_url;
  const addresses = typeof address === 'string' ? [address] : (address ?? []);
  return addresses.some((variant) => variant.includes('.prototype'));
}
