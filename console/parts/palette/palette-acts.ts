import { useEffect, useId } from 'react';
import { useOfflineReason } from '#console/data/use-online.ts';

/** Something the palette can do or open. */
export interface PaletteAct {
  readonly id: string;
  readonly title: string;
  /** Key that does the same, such as `a`. */
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** Reason why it can't be run now. */
  readonly disabledReason?: string | null | undefined;
}

/** Acts under a heading. */
export interface PaletteGroup {
  readonly title: string;
  readonly acts: readonly PaletteAct[];
}

const actsByOwner = new Map<string, readonly PaletteAct[]>();

interface ScreenAct extends Omit<PaletteAct, 'disabledReason'> {
  /** True if it needs no network. */
  readonly isLocal?: boolean;
}

/** Offers acts in the palette while the component is shown. */
export function usePaletteActs(acts: readonly ScreenAct[]): void {
  const owner = useId();
  const offlineReason = useOfflineReason();
  // Without dependencies: the functions are new on each render.
  useEffect(() => {
    const offered = acts.map(({ isLocal = false, ...act }) => ({
      ...act,
      disabledReason: isLocal ? undefined : offlineReason,
    }));
    actsByOwner.set(owner, offered);
    return () => void actsByOwner.delete(owner);
  });
}

/** Acts of the shown screen. */
export const shownActs = (): readonly PaletteAct[] => [...actsByOwner.values()].flat();
