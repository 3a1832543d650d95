import type { ComponentType } from 'react';
import type * as v from 'valibot';
import type { Access } from '#src/data/account/permissions.ts';
import { useMatches } from '@tanstack/react-router';
import type { PlainPath } from '#src/app/paths.ts';

/**
 * Header of a screen (spec 1 §2, "Shell"): `home` shows the greeting, `shell` the company's points, `none`
 * nothing because the screen has its own header.
 */
export type HeaderKind = 'home' | 'shell' | 'none';

/** One screen: its path, frame and access rule. */
export interface RouteEntry extends Access {
  path: string;
  /** Path of its layout route, if any. */
  within?: string;
  access: 'signed_in' | 'signed_out' | 'public';
  header: HeaderKind;
  /** Shows the navigation bar (the rail from 900 px). */
  navigation: boolean;
  /** Target of the header's back button. */
  back?: string;
  /** Accepted search parameters, all strings; others are dropped. */
  search?: v.GenericSchema<Record<string, unknown>, Record<string, string | undefined>>;
  /** Keeps its view (page, filter, sorting) in the URL, even on the screens below it. */
  list?: true;
  /**
   * Set if all its texts are in the first catalogue part (`src/i18n/areas.ts`). Other screens wait for the
   * remaining texts.
   */
  inFrame?: true;
  /**
   * Loads the component. It's untyped in the table: screens use the router's types, which are derived from the table,
   * so inferring the types of the screens there would be circular.
   */
  screen: unknown;
}

/** An entry of the route table; its back button leads to a screen. */
export interface ScreenEntry extends RouteEntry {
  back?: PlainPath;
  screen: () => Promise<ComponentType>;
}

/** Returns the route table's entry of the current screen; undefined for an unknown path. */
export function useRouteEntry(): ScreenEntry | undefined {
  return useMatches({ select: (matches) => matches.findLast((match) => match.staticData.entry) })
    ?.staticData.entry;
}
