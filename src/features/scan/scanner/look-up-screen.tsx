import { Trans, useLingui } from '@lingui/react/macro';
import { Images } from 'lucide-react';
import { plateTextOf } from '#schemas/plate-lookup.ts';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { useGo } from '#src/app/use-go.ts';
import { useDroppedFile } from '#src/data/device/dropped-file.ts';
import { playHaptic } from '#src/data/device/haptics-and-sounds.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { isPlaying } from '../camera/camera-machine.ts';
import type { CodeVerdict } from '../camera/camera-session.ts';
import { useCamera } from '../camera/use-camera.ts';
import { usePinchZoom } from '../camera/use-pinch-zoom.ts';
import { useWakeLock } from '../camera/wake-lock.ts';
import { CameraControls, ScanTop } from './camera-controls.tsx';
import { CameraProblem } from './camera-problem.tsx';
import { PictureNotice, ScannerStatus } from './scan-screen.tsx';
import { usePictureReading } from './use-picture-reading.ts';
import { useAim, Viewfinder } from './viewfinder.tsx';
import './scan.css';

/** `/guide/scan`: reads one label and looks it up. Saves nothing. */
export function LookUpScreen() {
  const { t } = useLingui();
  usePageTitle(t`Look up a product`);
  const go = useGo();
  const showResult = (text: string) =>
    go(paths.guide({ plate: plateTextOf(text) }), { replace: true });
  const pictureReading = usePictureReading(showResult);
  useDroppedFile('picture', pictureReading.read);
  const { lens } = useDeviceSettings();
  const onCode = ({ text }: { readonly text: string }): CodeVerdict => {
    playHaptic('captured');
    showResult(text);
    return 'accepted';
  };
  const camera = useCamera({ onCode, preferredCamera: lens });
  const pinchRef = usePinchZoom(camera.zoom);
  const { state } = camera;
  const isLive = isPlaying(state);
  const isCameraUnavailable = state.name === 'broken';
  const viewfinder = useAim(isLive);
  useWakeLock(isLive);

  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames(
        'scan-main flex flex-col outline-none',
        isCameraUnavailable ? 'min-h-(--scan-block)' : 'h-(--scan-block) min-h-112 desk:p-6',
      )}
    >
      <h1 className="sr-only">
        <Trans>Look up a product</Trans>
      </h1>
      <div
        ref={pinchRef}
        className={classNames(
          'relative mx-auto flex min-h-0 w-full flex-1 flex-col',
          !isCameraUnavailable &&
            'desk:max-w-[max(64rem,calc((100dvh-3rem)*4/3))] desk:overflow-hidden desk:rounded-sheet',
        )}
      >
        {!isCameraUnavailable && (
          <Viewfinder
            {...viewfinder}
            viewfinderRef={camera.viewfinderRef}
            isLive={isLive}
            captureSequence={0}
            outlines={() => null}
          />
        )}
        <div
          className={classNames(
            'pointer-events-none relative flex flex-1 flex-col items-center gap-3 pt-(--scan-top) pb-3 desk:pt-4',
            isCameraUnavailable ? 'px-gutter' : 'px-3 desk:px-4',
          )}
        >
          <div className={classNames('w-full', !isCameraUnavailable && 'scan-over')}>
            <ScanTop
              closeLink={paths.guide()}
              manualLink={paths.guide()}
              isCameraUnavailable={isCameraUnavailable}
              isDark={camera.isDark}
              torch={camera.torch}
            />
          </div>
          {isCameraUnavailable && (
            <CameraProblem
              reason={state.reason}
              retry={camera.retry}
              manualLink={paths.guide()}
              genericLink={null}
              pictureReading={pictureReading}
              isMain
            />
          )}
          <div className="flex-1" />
          <ScannerStatus state={state} hasRules isReadingPicture={pictureReading.busy} />
          <PictureNotice outcome={pictureReading.outcome} />
          {isLive && <CameraControls camera={camera} />}
          {!isCameraUnavailable && <LookUpTray pictureReading={pictureReading} />}
        </div>
      </div>
    </main>
  );
}

/** Explains that nothing is saved, and offers other ways to look up a product. */
function LookUpTray({ pictureReading }: { pictureReading: ReturnType<typeof usePictureReading> }) {
  return (
    <div className="scan-tray pointer-events-auto mx-auto w-full max-w-sheet p-3.5 text-center">
      <p className="text-small break-long">
        <Trans>The product is only looked up. Nothing is saved.</Trans>
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-2">
        <FilePicker from="files" onFile={(file) => void pictureReading.read(file)}>
          {(open) => (
            <Button variant="quiet" icon={<Images />} busy={pictureReading.busy} onClick={open}>
              <Trans>Scan from photo</Trans>
            </Button>
          )}
        </FilePicker>
        <LinkButton variant="quiet" {...linkTo(paths.guide())}>
          <Trans>Enter manually</Trans>
        </LinkButton>
      </div>
    </div>
  );
}
