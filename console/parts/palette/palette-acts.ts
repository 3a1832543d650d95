import { useEffect, useId } from 'react';

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

/** Offers acts in the palette while the component is shown. */
export function usePaletteActs(acts: readonly PaletteAct[]): void {
  const owner = useId();
  // Without dependencies: the functions are new on each render.
  useEffect(() => {
    actsByOwner.set(owner, acts);
    return () => void actsByOwner.delete(owner);
  });
}

/** Acts of the shown screen. */
export const shownActs = (): readonly PaletteAct[] => [...actsByOwner.values()].flat();
