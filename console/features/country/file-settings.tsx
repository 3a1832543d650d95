import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CountrySettings } from '#schemas/operator/settings-calls.ts';
import { DetailList } from '#src/ui/lists/detail-list.tsx';

/** Settings that can only be changed in the country's setup files. */
export function FileSettings({ settings }: { settings: CountrySettings }) {
  const { t } = useLingui();
  const { configuration } = settings;
  return (
    <section
      aria-label={t`From the files of the country`}
      className="rounded-card bg-surface-raised p-4 card-rise wide:col-span-2"
    >
      <h2 className="font-semibold">
        <Trans>From the files of the country</Trans>
      </h2>
      <p className="mb-3 text-small text-ink-soft">
        <Trans>
          Change these in “settings” of the country’s folder, then run “club setup apply”.
        </Trans>
      </p>
      <DetailList
        items={[
          {
            term: <Trans>Labels that need a photo</Trans>,
            detail: lines(
              configuration.requires_tag_photo
                .map(({ year, factory, variant }) => `${year} ${factory} ${variant}`)
                .join('\n'),
            ),
          },
        ]}
      />
    </section>
  );
}

/** Text with one entry per line; a dash for none. */
function lines(text: string): ReactNode {
  return <span className="whitespace-pre-line">{text || '–'}</span>;
}
