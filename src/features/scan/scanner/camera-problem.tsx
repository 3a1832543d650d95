import { Trans, useLingui } from '@lingui/react/macro';
import { CameraOff, Images, Keyboard, RotateCw } from 'lucide-react';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { Button } from '#src/ui/button.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { FilePicker } from '#src/ui/file-picker.tsx';
import type { CameraProblem as Reason } from '../camera/camera-machine.ts';
import type { PictureReading } from './use-picture-reading.ts';

interface CameraProblemProps {
  reason: Reason;
  retry: () => void;
  project: string | undefined;
  picture: PictureReading;
}

/** Why there is no picture, in words of its own for each cause, and what can be done instead (F42). */
export function CameraProblem({ reason, retry, project, picture }: CameraProblemProps) {
  const words = useWords(reason);
  return (
    <div
      role="alert"
      className="scan-rise my-auto w-full max-w-sheet rounded-card bg-surface-raised p-5 text-ink"
    >
      <CameraOff className="size-8 text-ink-soft" aria-hidden="true" />
      <h2 className="mt-3 text-title font-bold break-long">{words.title}</h2>
      <p className="mt-1 text-ink-soft break-long">{words.text}</p>
      <div className="mt-5 flex flex-col gap-2">
        <LinkButton fullWidth icon={<Keyboard />} {...linkTo(paths.scanManual({ project }))}>
          <Trans>Enter by hand</Trans>
        </LinkButton>
        <Button fullWidth variant="secondary" icon={<RotateCw />} onClick={retry}>
          <Trans>Try the camera again</Trans>
        </Button>
        <FilePicker from="files" onFile={(file) => void picture.read(file)}>
          {(open) => (
            <Button fullWidth variant="quiet" icon={<Images />} busy={picture.busy} onClick={open}>
              <Trans>Scan from a picture</Trans>
            </Button>
          )}
        </FilePicker>
      </div>
    </div>
  );
}

function useWords(reason: Reason): { title: string; text: string } {
  const { t } = useLingui();
  switch (reason) {
    case 'missing':
      return {
        title: t`No camera found`,
        text: t`This device has no camera that can be used. You can type the number from the label.`,
      };
    case 'denied':
      return {
        title: t`Camera access is not allowed`,
        text: t`Allow the camera for this site in your browser's settings, then try again.`,
      };
    case 'busy':
      return {
        title: t`Another app is using the camera`,
        text: t`Close the other app that uses the camera, then try again.`,
      };
    case 'aborted':
      return {
        title: t`The camera stopped`,
        text: t`Try again. What you scanned so far is saved on this phone.`,
      };
  }
}
