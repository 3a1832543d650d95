import { Trans, useLingui } from '@lingui/react/macro';
import { useServices } from '#src/data/services.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { RadioCards } from '#src/ui/fields/choice-cards.tsx';
import { oneOf } from './one-of.ts';
import { useFontSizeLabels } from './use-font-size-labels.ts';
import { projectStatus } from '#schemas/project-status.ts';
import { ProjectThumbnail } from '#src/features/projects/queries.ts';
import { useFormat } from '#src/data/text/format.ts';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import { Points } from '#src/ui/points.tsx';

const fontSizes = ['14px', '17px', '20px'] as const;

/** `/settings/font`: chooses one of three font sizes, previewed on the screen itself. */
export function FontScreen() {
  const { t } = useLingui();
  const { device } = useServices();
  const { fontSize } = useDeviceSettings();
  const labels = useFontSizeLabels();
  usePageTitle(t`Font size`);
  return (
    <Page
      title={<Trans>Font size</Trans>}
      subtitle={<Trans>Changes the size of everything in the app on this device.</Trans>}
    >
      <div className="space-y-7">
        <RadioCards
          legend={t`Font size`}
          legendHidden
          name="font-size"
          value={fontSize}
          onValueChange={(value) => {
            const size = oneOf(fontSizes, value);
            if (size) device.change({ fontSize: size });
          }}
          options={fontSizes.map((size) => ({
            value: size,
            title: <span style={{ fontSize: size }}>{labels[size]}</span>,
          }))}
        />
        <FontSample />
      </div>
    </Page>
  );
}

/** Decorative sample of a project row. */
const sample = { street: 'ul. Polna 23', town: '32-087 Zielonki', points: 924 };

/** A project row in the chosen font size. */
function FontSample() {
  const format = useFormat();
  return (
    <div className="space-y-3">
      <p className="font-display text-title font-semibold">
        <Trans>This is how it looks</Trans>
      </p>
      <div aria-hidden="true">
        <List>
          <ListRow
            thumbnail={
              <ProjectThumbnail
                project={{ status: { id: projectStatus.inProgress }, expires_at: null }}
              />
            }
            title={sample.street}
            meta={sample.town}
            number={<Points number={format.number(sample.points)} label="" />}
          />
        </List>
      </div>
    </div>
  );
}
