import { useEffect, useId } from 'react';
import { useOfflineReason } from '#console/data/use-online.ts';

/** An action or screen in the palette. */
export interface PaletteAction {
  readonly id: string;
  readonly title: string;
  /** Keyboard shortcut for the same action, such as `a`. */
  readonly keys?: string | undefined;
  readonly run: () => void;
  /** Reason why the action can't be run now. */
  readonly disabledReason?: string | null | undefined;
}

/** Actions under a heading. */
export interface PaletteGroup {
  readonly title: string;
  readonly actions: readonly PaletteAction[];
}

const actionsByOwner = new Map<string, readonly PaletteAction[]>();

interface ScreenAction extends Omit<PaletteAction, 'disabledReason'> {
  /** True if the action works offline. */
  readonly isLocal?: boolean;
}

/** Adds actions to the palette while the component is mounted. */
export function usePaletteActions(actions: readonly ScreenAction[]): void {
  const owner = useId();
  const offlineReason = useOfflineReason();
  // No dependency array, because the functions change on every render.
  useEffect(() => {
    const availableActions = actions.map(({ isLocal = false, ...action }) => ({
      ...action,
      disabledReason: isLocal ? undefined : offlineReason,
    }));
    actionsByOwner.set(owner, availableActions);
    return () => void actionsByOwner.delete(owner);
  });
}

/** Actions of the current screen. */
export const shownActions = (): readonly PaletteAction[] => [...actionsByOwner.values()].flat();
