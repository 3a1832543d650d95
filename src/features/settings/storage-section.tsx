import { Trans, useLingui } from '@lingui/react/macro';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { evictsUnusedStorage, useStorageState } from '#src/data/device/storage-state.ts';
import { useMediaQuery } from '#src/data/device/media-queries.ts';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/layout/card.tsx';
import { DetailList } from '#src/ui/lists/detail-list.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { Section } from '#src/ui/layout/section.tsx';

const MEGABYTE = 1_000_000;

/** Storage use, and whether the browser may evict it (F20). */
export function StorageSection() {
  const { i18n } = useLingui();
  const { state, refused, ask } = useStorageState();
  const isInstalled = useMediaQuery('(display-mode: standalone)');
  useBlockReveal(state === undefined);
  if (!state) return null;
  const { persisted, usedBytes } = state;
  const megabytes = new Intl.NumberFormat(formattingLocale(i18n.locale), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  });
  const items = [
    {
      term: <Trans>Kept by the browser</Trans>,
      detail: persisted ? (
        <Badge tone="good">
          <Trans>For good</Trans>
        </Badge>
      ) : (
        <Badge tone="warn">
          <Trans>Until space runs short</Trans>
        </Badge>
      ),
    },
    ...(usedBytes === null
      ? []
      : [
          {
            term: <Trans>Space used, about</Trans>,
            detail: <span className="tnum">{megabytes.format(usedBytes / MEGABYTE)}</span>,
          },
        ]),
  ];
  return (
    <Section title={<Trans>Storage on this device</Trans>}>
      <Card>
        <DetailList items={items} />
        {evictsUnusedStorage(navigator, isInstalled) && (
          <p className="mt-4 border-t border-line pt-4 text-small text-ink-soft break-long">
            <Trans>
              If you do not open this page for 7 days, Safari deletes everything that is stored
              here, unsent work too. You are then signed out, and nothing can say what was lost. An
              installed app has its own storage, which Safari keeps.
            </Trans>
          </p>
        )}
        {!persisted && (
          <div className="mt-4 space-y-2 border-t border-line pt-4">
            <p className="text-small text-ink-soft break-long" role="status">
              {refused ? (
                <Trans>
                  The browser did not agree yet. It often does once the app is on your home screen.
                </Trans>
              ) : (
                <Trans>
                  When the device runs out of space, the browser may delete what is not sent yet. It
                  can promise not to.
                </Trans>
              )}
            </p>
            <Button variant="secondary" onClick={() => void ask()}>
              <Trans>Ask the browser to keep it</Trans>
            </Button>
          </div>
        )}
      </Card>
    </Section>
  );
}
