import { Trans, useLingui } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { usePageTitle } from '#src/data/device/use-page-title.ts';
import { linkTo } from '#src/link-to.tsx';
import { paths } from '#src/paths.ts';
import { classNames } from '#src/ui/class-names.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { CatchNotice } from '../catching/catch-notice.tsx';
import type { CodeReading } from '../camera/camera-session.ts';
import { useCamera } from '../camera/use-camera.ts';
import { useCatching } from '../catching/use-catching.ts';
import { useLitScreen } from '../camera/wake-lock.ts';
import { usePinchZoom } from '../camera/use-pinch-zoom.ts';
import { useProductRules } from '../product/product-rules.ts';
import { CameraControls } from './camera-controls.tsx';
import { CameraProblem } from './camera-problem.tsx';
import { PictureNotice } from './picture-notice.tsx';
import { ScanTray } from './scan-tray.tsx';
import { usePictureReading } from './use-picture-reading.ts';
import { Viewfinder } from './viewfinder.tsx';
import './scan.css';

/** The camera: every label that comes into the picture is kept at once (spec 1 §2 `/scan`). */
export function ScanScreen() {
  const { t } = useLingui();
  usePageTitle(t`Scan a label`);
  const { project } = useSearch({ strict: false });
  const rules = useProductRules();
  const { onReading, onText, mark, outcome } = useCatching(rules, project ?? null);
  const { lens } = useDeviceSettings();
  const picture = usePictureReading(onText);
  const onCameraReading = (reading: CodeReading) => {
    const verdict = onReading(reading);
    // Whoever goes on with the camera is done with the picture.
    if (verdict === 'taken') picture.forget();
    return verdict;
  };
  const camera = useCamera({ onReading: onCameraReading, reading: rules !== undefined, lens });
  const pinchRef = usePinchZoom(camera.zoom);
  const { state } = camera;
  const live = state.name === 'healthy' || state.name === 'blocking';
  useLitScreen(live);

  return (
    <main
      id="main"
      tabIndex={-1}
      // Without a picture there are words, which may need more than the screen has.
      className={classNames(
        'scan-main flex flex-col ps-(--rail-inline) outline-none',
        state.name === 'broken'
          ? 'min-h-[calc(var(--scan-block)+var(--foot-offset))] pb-(--foot-offset)'
          : 'h-(--scan-block) min-h-96',
      )}
    >
      <h1 className="sr-only">
        <Trans>Scan a label</Trans>
      </h1>
      <div ref={pinchRef} className="scan-stage relative flex min-h-0 flex-1 flex-col">
        <Viewfinder viewfinderRef={camera.viewfinderRef} live={live} mark={mark} />
        <div className="relative flex flex-1 flex-col items-center justify-between gap-3 p-gutter">
          <CatchNotice outcome={outcome} />
          {state.name === 'broken' && (
            <CameraProblem
              reason={state.reason}
              retry={camera.retry}
              project={project}
              picture={picture}
            />
          )}
          {(state.name === 'starting' || state.name === 'off') && (
            <p role="status" className="scan-glass rounded-full px-4 py-2 text-small font-medium">
              <Trans>Starting the camera</Trans>
            </p>
          )}
          {live && !rules && (
            <p role="status" className="scan-glass rounded-card px-4 py-3 text-small">
              <Trans>
                The product list has not been downloaded yet. Go online once to read labels.
              </Trans>
            </p>
          )}
          <div className="flex w-full flex-col items-center gap-3">
            {live && <CameraControls camera={camera} />}
            {state.name === 'blocking' && <ManualPrompt project={project} />}
          </div>
        </div>
      </div>
      <PictureNotice outcome={picture.outcome} />
      <ScanTray project={project} picture={picture} broken={state.name === 'broken'} />
    </main>
  );
}

/** After 18 s without a result (spec 1 §4): the other way, while reading goes on. */
function ManualPrompt({ project }: { project: string | undefined }) {
  return (
    <div
      role="status"
      className="scan-rise flex w-full max-w-sheet flex-wrap items-center gap-3 rounded-card bg-surface-raised p-4 text-ink shadow-float"
    >
      <p className="min-w-48 flex-1">
        <Trans>Is the label hard to read? Type its number instead.</Trans>
      </p>
      <LinkButton icon={<Keyboard />} {...linkTo(paths.scanManual({ project }))}>
        <Trans>Enter by hand</Trans>
      </LinkButton>
    </div>
  );
}
