import { Trans, useLingui } from '@lingui/react/macro';
import { useServices } from '#src/data/services.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { Page } from '#src/ui/layout/page.tsx';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import { oneOf } from './one-of.ts';
import { FontSample } from './font-sample.tsx';
import { useFontSizeLabels } from './use-font-size-labels.ts';

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
      subtitle={<Trans>Everything on the screen grows with it, on this device.</Trans>}
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
