import { Trans } from '@lingui/react/macro';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useServices } from '#src/data/services.ts';
import { Card } from '#src/ui/layout/card.tsx';
import { Section } from '#src/ui/layout/section.tsx';
import { SwitchField } from '#src/ui/fields/switch-field.tsx';

/** Switch for error reports. Switching it off deletes pending reports. */
export function ErrorReportSetting() {
  const { device, errors } = useServices();
  const { errorReports } = useDeviceSettings();
  return (
    <Section title={<Trans>Error reports</Trans>}>
      <Card>
        <SwitchField
          label={<Trans>Send error reports</Trans>}
          description={
            <Trans>
              They say what kind of error it was, where in the app, and in which version and
              browser. Nothing you enter or see is in them.
            </Trans>
          }
          checked={errorReports}
          onValueChange={(on) => {
            device.change({ errorReports: on });
            // The reporter deletes pending reports once consent is withdrawn.
            void errors.reporter().catch(() => undefined);
          }}
        />
      </Card>
    </Section>
  );
}
