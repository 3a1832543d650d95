import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { listText, summariesOf } from '#console/parts/setting-lists.ts';

interface ListValueProps {
  /** A list of entries, or a text in several languages; null if there is none. */
  readonly value: unknown;
  /** Shown above the value. */
  readonly children: ReactNode;
}

/** A list in the console's language. Its texts in all languages can be expanded. */
export function ListValue({ value, children }: ListValueProps) {
  const { i18n } = useLingui();
  const entries = summariesOf(i18n, value);
  return (
    <>
      {children && <p className="whitespace-pre-line">{children}</p>}
      {entries === null ? (
        !children && <p className="whitespace-pre-line">{listText(i18n, value) || '–'}</p>
      ) : (
        <>
          <ol className="list-decimal space-y-2 ps-5">
            {entries.map(({ name, details }, index) => (
              // Entries are never reordered here.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index}>
                {name}
                <span className="block text-small font-normal text-ink-soft">
                  {details.join(' · ')}
                </span>
              </li>
            ))}
          </ol>
          <details className="mt-2">
            <summary className="flex min-h-tool cursor-pointer items-center text-small font-semibold text-info underline">
              <Trans>All languages</Trans>
            </summary>
            <p className="text-small whitespace-pre-line">{listText(i18n, value)}</p>
          </details>
        </>
      )}
    </>
  );
}
