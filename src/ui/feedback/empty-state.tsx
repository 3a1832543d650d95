import type { ReactNode } from 'react';
import type { IllustrationName } from '../media/illustration/drawings.tsx';
import { Illustration } from '../media/illustration/illustration.tsx';
import { Trans } from '@lingui/react/macro';

interface EmptyStateProps {
  drawing: IllustrationName;
  title: ReactNode;
  /** One sentence: what belongs here, or what to do. */
  children?: ReactNode;
  /** The action that adds content. */
  action?: ReactNode;
  headingLevel?: 2 | 3;
}

/** Shown if there is no content yet, or it can't be loaded. */
export function EmptyState({
  drawing,
  title,
  children,
  action,
  headingLevel = 2,
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="mx-auto flex max-w-88 flex-col items-center px-2 py-8 text-center">
      <Illustration name={drawing} small={headingLevel === 3} />
      <Heading className="mt-5 max-w-full text-title font-semibold break-long">{title}</Heading>
      {children && <div className="mt-1.5 max-w-full text-ink-soft break-long">{children}</div>}
      {action && <div className="mt-5 flex max-w-full flex-col gap-2">{action}</div>}
    </div>
  );
}

interface UnavailableStateProps {
  /** Not loaded yet, or only readable by a newer build. */
  reason: 'not_loaded' | 'unreadable';
  headingLevel?: 2 | 3;
  /** Explains that the content appears once loaded. */
  children: ReactNode;
  /** Action button or link. */
  action?: ReactNode;
}

/** Shown in place of a list whose content is unknown. */
export function UnavailableState({ reason, children, ...stateProps }: UnavailableStateProps) {
  if (reason === 'not_loaded') {
    return (
      <EmptyState drawing="offline" title={<Trans>Not loaded yet</Trans>} {...stateProps}>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="search-none"
      title={<Trans>Not everything can be shown</Trans>}
      {...stateProps}
    >
      <Trans>Some of the data needs a newer version of the app. Nothing is lost.</Trans>
    </EmptyState>
  );
}
