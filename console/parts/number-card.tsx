import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SkeletonValue } from '#src/ui/feedback/skeleton.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { ConsoleLink } from './console-link.tsx';

/** Returns a list's number of records: null while it's loading, Infinity if there are more than 10,000. */
export const countOf = (
  page: { readonly meta: { readonly total: number | null } } | undefined,
): number | null => (page ? (page.meta.total ?? Infinity) : null);

interface NumberCardProps {
  readonly title: ReactNode;
  /** Link to the list of counted records. */
  readonly href: string;
  /** Null while loading; Infinity if there are more than 10,000. See `countOf`. */
  readonly value: number | null;
  readonly error: Error | null;
  readonly children?: ReactNode;
  /** A second link, such as that to the overdue records. */
  readonly footer?: ReactNode;
}

/** A number that links to the counted records. */
export function NumberCard({ title, href, value, error, children, footer }: NumberCardProps) {
  const { i18n } = useLingui();
  const errorText = useErrorText();
  return (
    <div className="flex flex-col rounded-card bg-surface-raised card-rise">
      <ConsoleLink
        href={href}
        className="flex min-h-28 flex-1 flex-col gap-1 rounded-card p-4 hover:bg-surface-sunken"
      >
        <span className="text-small font-semibold text-ink-soft">{title}</span>
        <span className="font-display text-hero font-semibold tnum">
          {value === null ? (
            error ? (
              '–'
            ) : (
              <SkeletonValue />
            )
          ) : value === Infinity ? (
            <Trans>over 10,000</Trans>
          ) : (
            i18n.number(value)
          )}
        </span>
        <span className="text-small text-ink-soft break-long">
          {value === null && error ? errorText(error) : children}
        </span>
      </ConsoleLink>
      {footer}
    </div>
  );
}
