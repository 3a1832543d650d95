import { Trans, useLingui } from '@lingui/react/macro';
import { Images, Keyboard, PackageOpen, RotateCw } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import type { AppLink } from '#src/app/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { Illustration } from '#src/ui/media/illustration/illustration.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import type { CameraProblem as Reason } from '../camera/camera-machine.ts';
import type { PictureReading } from './use-picture-reading.ts';

interface CameraProblemProps {
  reason: Reason;
  retry: () => void;
  manualLink: AppLink;
  /** Adds a product without a label; null if products are only looked up. */
  genericLink: AppLink | null;
  pictureReading: PictureReading;
  /** True if nothing has been captured yet, so manual entry is the primary action. */
  isMain: boolean;
}

/** Explains why the camera can't be used, and offers alternatives. */
export function CameraProblem(props: CameraProblemProps) {
  const { reason, retry, manualLink, genericLink, pictureReading, isMain } = props;
  const { t } = useLingui();
  const problem = useProblemText(reason, {
    missing: t`This device has no usable camera. Type the number from the label instead.`,
    aborted: t`Try again. What you scanned so far is saved on this phone.`,
  });
  return (
    <div className="pointer-events-auto mx-auto my-auto flex w-full max-w-88 flex-col items-center py-4 text-center">
      <div role="alert" className="flex max-w-full flex-col items-center">
        <Illustration name={reason === 'denied' ? 'camera-denied' : 'welcome-scan'} />
        <h2 className="mt-4 max-w-full text-title font-semibold break-long">{problem.title}</h2>
        <p className="mt-1.5 max-w-full text-ink-soft break-long">{problem.description}</p>
      </div>
      <div className="mt-5 flex w-full flex-col gap-2">
        <LinkButton
          fullWidth
          variant={isMain ? 'primary' : 'secondary'}
          icon={<Keyboard />}
          {...linkTo(manualLink)}
        >
          <Trans>Enter manually</Trans>
        </LinkButton>
        <Button fullWidth variant="secondary" icon={<RotateCw />} onClick={retry}>
          <Trans>Try the camera again</Trans>
        </Button>
        <div className="flex flex-wrap justify-center">
          <FilePicker from="files" onFile={(file) => void pictureReading.read(file)}>
            {(open) => (
              <Button variant="quiet" icon={<Images />} busy={pictureReading.busy} onClick={open}>
                <Trans>Scan from photo</Trans>
              </Button>
            )}
          </FilePicker>
          {genericLink && (
            <LinkButton variant="quiet" icon={<PackageOpen />} {...linkTo(genericLink)}>
              <Trans>No label?</Trans>
            </LinkButton>
          )}
        </div>
      </div>
    </div>
  );
}

/** Advice for a device without a camera, or a camera that stopped. */
interface CameraAdvice {
  missing: string;
  aborted: string;
}

/** Texts for a camera that can't be used. */
export function useProblemText(
  reason: Reason,
  advice: CameraAdvice,
): { title: string; description: string } {
  const { t } = useLingui();
  switch (reason) {
    case 'missing':
      return {
        title: t`No camera found`,
        description: advice.missing,
      };
    case 'denied':
      return {
        title: t`Camera access isn’t allowed`,
        description: t`Allow the camera for this site in your browser’s settings, then try again.`,
      };
    case 'busy':
      return {
        title: t`Another app is using the camera`,
        description: t`Close the other app that uses the camera, then try again.`,
      };
    case 'aborted':
      return {
        title: t`The camera stopped`,
        description: advice.aborted,
      };
  }
}
