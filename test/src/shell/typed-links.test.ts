import { expectTypeOf, test } from 'vitest';
import {
  type RegisteredRouter,
  type RouteById,
  useParams,
  useSearch,
} from '@tanstack/react-router';
import type { AppLink, PlainPath } from '#src/app/paths.ts';

/** Parameters and search of a screen, as `useParams` and `useSearch` return them. */
type RouteTypes<Id> = RouteById<RegisteredRouter['routeTree'], Id>['types'];

const id = '0199a1b2-0000-7000-8000-000000000001';

test('a link to a screen in the route table compiles', () => {
  expectTypeOf<{ to: '/menu' }>().toExtend<AppLink>();
  expectTypeOf<{ to: '/projects/$uuid'; params: { uuid: string } }>().toExtend<AppLink>();
  expectTypeOf<{ to: '/projects'; search: { status: string } }>().toExtend<AppLink>();
});

test('a wrong path, parameter or search key does not compile', () => {
  const invalidLinks: AppLink[] = [
    // @ts-expect-error no such screen
    { to: '/project' },
    // @ts-expect-error the parameter is missing
    { to: '/projects/$uuid' },
    // @ts-expect-error the parameter has another name
    { to: '/projects/$uuid', params: { id } },
    // @ts-expect-error the path has no parameters
    { to: '/menu', params: { uuid: id } },
    // @ts-expect-error the screen reads no such key
    { to: '/scan', search: { scan: id } },
    // @ts-expect-error the screen reads no search
    { to: '/menu', search: { page: '2' } },
    // @ts-expect-error search parameters are text
    { to: '/projects', search: { page: 2 } },
  ];
  expectTypeOf(invalidLinks).toExtend<AppLink[]>();
  // @ts-expect-error a back button needs a path without parameters
  const plainPath: PlainPath = '/projects/$uuid';
  expectTypeOf(plainPath).toExtend<string>();
});

test('a screen’s parameters and search have their own types', () => {
  expectTypeOf<
    Pick<RouteTypes<'/signed-in/marketing/$type'>['allParams'], 'type'>
  >().toEqualTypeOf<{
    type: string;
  }>();
  expectTypeOf<RouteTypes<'/signed-in/scan/survey'>['fullSearchSchema']>().toEqualTypeOf<{
    project?: string | undefined;
    scan?: string | undefined;
  }>();
  expectTypeOf<
    RouteTypes<'/signed-in/projects/$uuid'>['fullSearchSchema']['status']
  >().toEqualTypeOf<string | undefined>();
});

/** Only compiled, never called, because hooks need a router. */
function useInvalidPaths() {
  // @ts-expect-error no such screen
  useParams({ from: '/signed-in/project/$uuid' });
  // @ts-expect-error the screen has no such parameter
  const { type } = useParams({ from: '/signed-in/projects/$uuid' });
  // @ts-expect-error the screen reads no such search key
  const { scan } = useSearch({ from: '/signed-in/scan' });
  return { type, scan };
}

test('reading another screen’s parameters or search does not compile', () => {
  expectTypeOf(useInvalidPaths).toBeFunction();
});
