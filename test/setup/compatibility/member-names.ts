import { type Feature, bestOf, entryAt, featureAt, namesUnder } from './support.ts';

/** The interfaces that inherit members, nearest first; only those that the app's scripts meet by type. */
const parents: Readonly<Record<string, readonly string[]>> = {
  Document: ['Node', 'EventTarget'],
  Navigator: ['WorkerNavigator'],
  Iterator: [],
};

/** A member of a type; undefined where MDN does not know it. */
export function typedMember(type: string, name: string): Feature | undefined {
  return bestOf(
    [type, ...(parents[type] ?? [])].flatMap((owner) => [
      featureAt('javascript', 'builtins', ...owner.split('.'), name),
      featureAt('api', owner, name),
      featureAt('api', owner, `${name}_static`),
      name.startsWith('on') ? featureAt('api', owner, `${name.slice(2)}_event`) : undefined,
    ]),
  );
}

/** A shorter name may be one that the bundler gave to an export. */
const SHORTEST_NAME = 4;

const named = new Map<string, Feature | undefined>();

/** The feature behind a member's name, whatever has it; an `on…` is the event behind it. */
export function memberNamed(name: string): Feature | undefined {
  if (name.length < SHORTEST_NAME) return undefined;
  if (!named.has(name)) named.set(name, findNamed(name));
  return named.get(name);
}

function findNamed(name: string): Feature | undefined {
  // The style of an element has a member for each property.
  if (featureAt('css', 'properties', kebab(name))) return undefined;
  const names = name.startsWith('on') ? [name, `${name.slice(2)}_event`] : [name];
  const paths = names.flatMap((one) => instanceMembers().get(one) ?? []);
  return bestOf(paths.map((path) => featureAt(...path)));
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

let members: ReadonlyMap<string, string[][]> | undefined;

/** The paths of all instance members by their names. */
function instanceMembers(): ReadonlyMap<string, string[][]> {
  members ??= Map.groupBy(
    [
      ...membersUnder(['api']).filter(([, , name]) => name?.endsWith('_static') === false),
      ...membersUnder(['javascript', 'builtins']).filter(isOfInstances),
      ...membersUnder(['javascript', 'builtins', 'Intl']).filter(isOfInstances),
    ],
    (path) => path.at(-1) ?? '',
  );
  return members;
}

function membersUnder(place: readonly string[]): string[][] {
  return namesUnder(place).flatMap((owner) =>
    namesUnder([...place, owner])
      .filter((name) => name !== owner)
      .map((name) => [...place, owner, name]),
  );
}

/** MDN keeps static and other members together: the address in the standard tells them apart. */
function isOfInstances(path: readonly string[]): boolean {
  const address = entryAt(path)?.__compat?.spec_url;
  const addresses = typeof address === 'string' ? [address] : (address ?? []);
  return addresses.some((one) => one.includes('.prototype'));
}
