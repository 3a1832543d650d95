import { Trans, useLingui } from '@lingui/react/macro';
import { Keyboard, ScanLine } from 'lucide-react';
import { useServices } from '#src/data/services.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { RadioCards } from '#src/ui/fields/radio-cards.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { oneOf } from './one-of.ts';

const links = ['/scan', '/scan/manual'] as const;

/** Chooses camera or typing as the default way to add products. */
export function ScanSettings() {
  const { t } = useLingui();
  const { device } = useServices();
  const { addProductLink } = useDeviceSettings();
  return (
    <Section title={<Trans>Scanning</Trans>}>
      <RadioCards
        legend={t`Adding a product begins with`}
        name="add-product"
        value={addProductLink}
        onValueChange={(value) => {
          const link = oneOf(links, value);
          if (link) device.change({ addProductLink: link });
        }}
        options={[
          { value: '/scan', title: t`The camera`, icon: <ScanLine /> },
          { value: '/scan/manual', title: t`Typing the number`, icon: <Keyboard /> },
        ]}
      />
    </Section>
  );
}
