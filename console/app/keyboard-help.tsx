import { useLingui } from '@lingui/react/macro';
import { Sheet } from '#src/ui/layout/sheet.tsx';
import { Keys } from '#console/parts/palette/palette.tsx';
import { shownActions } from '#console/parts/palette/palette-actions.ts';
import { paletteKeys } from './header.tsx';

const submitKeys = paletteKeys.replace('K', 'Enter');

interface KeyboardHelpProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Lists the shortcuts that work everywhere, and those of the current screen. */
export function KeyboardHelp({ isOpen, onOpenChange }: KeyboardHelpProps) {
  const { t } = useLingui();
  const screenActions = isOpen ? shownActions().filter(({ keys }) => keys !== undefined) : [];
  const sections = [
    {
      title: t`Everywhere`,
      keys: [
        [paletteKeys, t`Search screens, records and actions`],
        ['?', t`This help`],
        [submitKeys, t`Send a form while typing`],
        ['Esc', t`Close a dialog or panel`],
      ],
    },
    // The keys of a list have other meanings while you work through a queue.
    ...(screenActions.some(({ keys }) => keys === 'j')
      ? []
      : [
          {
            title: t`In a list`,
            keys: [
              ['/', t`Search in the list`],
              ['j', t`Next row`],
              ['k', t`Previous row`],
              ['Enter', t`Open the row`],
              [t`Space`, t`Select the row`],
            ],
          },
        ]),
    { title: t`On this screen`, keys: screenActions.map(({ keys = '', title }) => [keys, title]) },
  ];
  return (
    <Sheet isOpen={isOpen} onOpenChange={onOpenChange} title={t`Keyboard`} closeLabel={t`Close`}>
      {sections
        .filter(({ keys }) => keys.length > 0)
        .map(({ title, keys }) => (
          <section key={title}>
            <h3 className="pb-1 text-small font-semibold text-ink-soft">{title}</h3>
            <dl className="divide-y divide-line">
              {keys.map(([key = '', label]) => (
                <div key={key} className="flex items-center justify-between gap-4 py-1.5">
                  <dt>{label}</dt>
                  <dd>
                    <Keys>{key}</Keys>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </Sheet>
  );
}
