import type { ComponentType } from 'react';
import type * as v from 'valibot';
import type { Access } from '#src/data/account/permissions.ts';
import { useMatches } from '@tanstack/react-router';

/**
 * What stands above a screen (spec 1 §2, "Shell"): `home` the greeting, `shell` the company's points,
 * `none` nothing, because the screen brings its own.
 */
export type HeaderKind = 'home' | 'shell' | 'none';

/** One screen of the app: where it is, what surrounds it, and who may see it. */
export interface RouteEntry extends Access {
  path: string;
  /** The path of the layout it is shown in, where there is one. */
  within?: string;
  access: 'signed_in' | 'signed_out' | 'anybody';
  header: HeaderKind;
  /** Whether the bar (the rail from 900 px) is there. */
  navigation: boolean;
  /** Where the shell header's back button leads. */
  back?: string;
  /** The search parameters it understands, all plain strings; others are dropped. */
  search?: v.GenericSchema<Record<string, unknown>, Record<string, string | undefined>>;
  /** Its view (page, filter, sorting) is in the address, and stays there on the screens below it. */
  list?: true;
  /** Whether all its texts come with the frame (`src/i18n/areas.ts`); else the rest is loaded beside it. */
  inFrame?: true;
  screen: () => Promise<ComponentType>;
}

/** The route table's entry of the screen that is shown; undefined for an unknown path. */
export function useRouteEntry(): RouteEntry | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.entry) })
    ?.staticData.entry;
}
