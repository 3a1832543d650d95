import { Trans } from '@lingui/react/macro';
import { playHaptic } from '#src/data/device/haptics.ts';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { canVibrate } from '#src/data/device/vibrate.ts';
import { useServices } from '#src/data/services.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SwitchField } from '#src/ui/fields/switch-field.tsx';

/** Vibration and sound settings. Switching one on plays a sample. */
export function FeedbackSettings() {
  const { device } = useServices();
  const { sounds, vibration } = useDeviceSettings();
  return (
    <Section title={<Trans>Vibration and sounds</Trans>}>
      <Card>
        <SwitchField
          label={<Trans>Vibration</Trans>}
          description={
            <Trans>When a label is caught, products are saved or a project closes.</Trans>
          }
          checked={vibration && canVibrate()}
          disabledReason={canVibrate() ? undefined : <Trans>This device can't vibrate.</Trans>}
          onValueChange={(on) => {
            device.change({ vibration: on });
            playHaptic('saved');
          }}
        />
        <SwitchField
          label={<Trans>Sounds</Trans>}
          description={
            <Trans>One click when a label is caught, two tones when a project closes.</Trans>
          }
          checked={sounds}
          onValueChange={(on) => {
            device.change({ sounds: on });
            if (on) playHaptic('caught');
          }}
        />
      </Card>
    </Section>
  );
}
