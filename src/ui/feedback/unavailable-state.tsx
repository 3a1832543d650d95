import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

interface UnavailableStateProps {
  /** Not loaded yet, or only readable by a newer build. */
  reason: 'not_loaded' | 'unreadable';
  headingLevel?: 2 | 3;
  /** Says that content appears once loaded. */
  children: ReactNode;
  /** Action button or link. */
  action?: ReactNode;
}

/** Shown instead of an empty list whose content is unknown. */
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
