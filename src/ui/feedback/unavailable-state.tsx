import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface UnavailableStateProps {
  /** Nothing was loaded yet, or what there is can be read by a newer build only. */
  reason: 'not_loaded' | 'unreadable';
  headingLevel?: 2 | 3;
  /** What will appear here once it was loaded. */
  children: ReactNode;
  /** The way on. */
  action?: ReactNode;
}

/** In place of a list that is empty and must not claim that there is nothing. */
export function UnavailableState({ reason, children, ...rest }: UnavailableStateProps) {
  if (reason === 'not_loaded') {
    return (
      <EmptyState drawing="offline" title={<Trans>Not loaded yet</Trans>} {...rest}>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState drawing="search-none" title={<Trans>Not everything can be shown</Trans>} {...rest}>
      <Trans>Some of the data needs a newer version of the app. Nothing is lost.</Trans>
    </EmptyState>
  );
}
