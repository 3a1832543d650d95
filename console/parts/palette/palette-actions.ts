import { useEffect, useId } from 'react';
import { useOfflineReason } from '#console/data/use-online.ts';

/** An action or screen in the palette. */
export interface PaletteAct {
  readonly id: string;
  readonly title: string;
  /** Equivalent key, such as `a`. */
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** Reason why it can't be run now. */
  readonly disabledReason?: string | null | undefined;
}

/** Actions under a heading. */
export interface PaletteGroup {
  readonly title: string;
  readonly acts: readonly PaletteAct[];
}

const actsByOwner = new Map<string, readonly PaletteAct[]>();

interface ScreenAct extends Omit<PaletteAct, 'disabledReason'> {
  /** True if it works offline. */
  readonly isLocal?: boolean;
}

/** Adds actions to the palette while the component is mounted. */
export function usePaletteActs(acts: readonly ScreenAct[]): void {
  const owner = useId();
  const offlineReason = useOfflineReason();
  // No dependency array: the functions change on each render.
  useEffect(() => {
    const offered = acts.map(({ isLocal = false, ...act }) => ({
      ...act,
      disabledReason: isLocal ? undefined : offlineReason,
    }));
    actsByOwner.set(owner, offered);
    return () => void actsByOwner.delete(owner);
  });
}

/** Actions of the current screen. */
export const shownActs = (): readonly PaletteAct[] => [...actsByOwner.values()].flat();
