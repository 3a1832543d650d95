import { Trans, useLingui, Plural } from '@lingui/react/macro';
import { useSearch } from '@tanstack/react-router';
import { Keyboard } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useDeviceSettings } from '#src/data/device/use-device-settings.ts';
import { useLiveQuery } from '#src/data/live/use-live-query.ts';
import { useSingleton } from '#src/data/live/use-singleton.ts';
import { useSyncStatus } from '#src/data/sync/use-sync-status.ts';
import { useDroppedFile } from '#src/data/device/dropped-file.ts';
import { usePageTitle } from '#src/data/device/page-title.tsx';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { usePointRules } from '#src/features/projects/actions.ts';
import { classNames } from '#src/ui/class-names.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { CaptureNotice, CaptureToast, capturedScanId } from '../capture/capture-notice.tsx';
import type { LabelsInView } from '../camera/labels-in-view.ts';
import { isPlaying, type CameraState } from '../camera/camera-machine.ts';
import type { DecodedCode } from '../camera/camera-session.ts';
import { useCamera } from '../camera/use-camera.ts';
import { useCapture } from '../capture/capture-label.ts';
import { useCodeStates } from '../capture/code-state.ts';
import { useWakeLock } from '../camera/wake-lock.ts';
import { usePinchZoom } from '../camera/use-pinch-zoom.ts';
import { useProductRules } from '../capture/product-rules.ts';
import { scansInState } from '../queries.ts';
import { addedPoints } from '../review/review.ts';
import { MAX_REVIEW_SCANS } from '../review/use-review.ts';
import { CameraControls, ScanTop } from './camera-controls.tsx';
import { CameraProblem } from './camera-problem.tsx';
import { CodeOutlines } from './code-outlines.tsx';
import { LabelChoice } from './label-choice.tsx';
import { ScanTray } from './scan-tray.tsx';
import { type Aim, useAim, Viewfinder } from './viewfinder.tsx';
import { usePictureReading, type PictureOutcome } from './use-picture-reading.ts';
import './scan.css';

/** `/scan`: captures every label that comes into view (spec 1 §2). */
export function ScanScreen() {
  const { t } = useLingui();
  usePageTitle(t`Scan a label`);
  const { project: projectId } = useSearch({ from: '/signed-in/scan' });
  const scanner = useScanner(projectId);
  const { camera, capturedScans, choose, labelsInView, outcome, picture, canRead, states } =
    scanner;
  const { isGuideOffered } = scanner;
  const hasCapturedScans = (useSyncStatus().unsent?.kinds.scan.captured ?? 0) > 0;
  const pinchRef = usePinchZoom(camera.zoom);
  const { state } = camera;
  const isLive = isPlaying(state);
  const isCameraUnavailable = state.name === 'broken';
  useWakeLock(isLive);

  return (
    <main
      id="main"
      tabIndex={-1}
      // An error's text may need more than the screen's height.
      className={classNames(
        'scan-main flex flex-col outline-none',
        isCameraUnavailable ? 'min-h-(--scan-block)' : 'h-(--scan-block) min-h-112 desk:p-6',
      )}
    >
      <h1 className="sr-only">
        <Trans>Scan a label</Trans>
      </h1>
      <div
        ref={pinchRef}
        className={classNames(
          'relative mx-auto flex min-h-0 w-full flex-1 flex-col',
          !isCameraUnavailable &&
            'desk:max-w-[max(64rem,calc((100dvh-3rem)*4/3))] desk:overflow-hidden desk:rounded-sheet',
        )}
      >
        {!isCameraUnavailable && <CameraPicture scanner={scanner} isLive={isLive} />}
        {/* The outlines below receive taps through this layer. */}
        <div
          className={classNames(
            'pointer-events-none relative flex flex-1 flex-col items-center gap-3 pt-(--scan-top) pb-3 desk:pt-4',
            isCameraUnavailable ? 'px-gutter' : 'px-3 desk:px-4',
          )}
        >
          <div className={classNames('w-full', !isCameraUnavailable && 'scan-over')}>
            <ScanTop
              closeLink={projectId === undefined ? paths.home() : paths.project(projectId)}
              manualLink={paths.scanManual({ project: projectId })}
              canLookUp
              isCameraUnavailable={isCameraUnavailable}
              isDark={camera.isDark}
              torch={camera.torch}
            />
          </div>
          {isCameraUnavailable && (
            <CameraProblem
              reason={state.reason}
              retry={camera.retry}
              manualLink={paths.scanManual({ project: projectId })}
              genericLink={paths.scanGeneric({ project: projectId })}
              pictureReading={picture}
              isMain={!hasCapturedScans}
            />
          )}
          <div className="flex-1" />
          <ScannerStatus state={state} hasRules={canRead} isReadingPicture={picture.busy} />
          <CaptureNotice outcome={outcome} onAddAgain={choose} isGuideOffered={isGuideOffered} />
          <PictureNotice outcome={picture.outcome} />
          {isLive && (
            <LabelChoice labelsInView={labelsInView} codeStates={states} onChoose={choose} />
          )}
          {isLive && <CameraControls camera={camera} />}
          {state.name === 'blocking' && <ManualPrompt projectId={projectId} />}
          <ScanTray
            capturedScans={capturedScans}
            projectId={projectId}
            pictureReading={picture}
            isCameraUnavailable={isCameraUnavailable}
            capturedId={capturedScanId(outcome)}
          />
        </div>
      </div>
    </main>
  );
}

interface CameraPictureProps {
  scanner: ReturnType<typeof useScanner>;
  isLive: boolean;
}

/** The video with outlines and the toast. */
function CameraPicture({ scanner, isLive }: CameraPictureProps) {
  const { camera, choose, labelsInView, isGuideOffered, outcome, states } = scanner;
  const viewfinder = useAim(isLive);
  return (
    <>
      <Viewfinder
        {...viewfinder}
        viewfinderRef={camera.viewfinderRef}
        isLive={isLive}
        captureSequence={capturedScanId(outcome) === null ? 0 : (outcome?.sequence ?? 0)}
        outlines={(box) => (
          <CodeOutlines
            labelsInView={labelsInView}
            codeStates={states}
            onChoose={choose}
            box={box}
          />
        )}
      />
      {isLive && (
        <BelowViewfinder aim={viewfinder.aim} labelsInView={labelsInView}>
          <CaptureToast outcome={outcome} isGuideOffered={isGuideOffered} />
        </BelowViewfinder>
      )}
    </>
  );
}

interface BelowViewfinderProps {
  aim: Aim;
  labelsInView: LabelsInView;
  children: ReactNode;
}

/** Content below the viewfinder; hidden while the label list is shown. */
function BelowViewfinder({ aim, labelsInView, children }: BelowViewfinderProps) {
  const choices = useSyncExternalStore(labelsInView.subscribe, labelsInView.choices);
  const { left, top, side } = aim;
  return (
    <>
      <div
        data-scan-aim
        className="pointer-events-none absolute"
        style={{ left, top, width: side, height: side }}
      />
      {choices.length === 0 && (
        <div className="pointer-events-none absolute inset-x-3" style={{ top: top + side + 20 }}>
          {children}
        </div>
      )}
    </>
  );
}

/** Connects the camera and the reading of pictures to the capture of labels. */
function useScanner(projectId: string | undefined) {
  const rules = useProductRules();
  const capturedScans = useLiveQuery(
    (account) => scansInState(account, 'captured', MAX_REVIEW_SCANS),
    [],
  );
  const pointRules = usePointRules();
  const capture = useCapture(rules, projectId ?? null, (type, copies) =>
    capturedScans ? addedPoints(type, copies, capturedScans, pointRules) : 0,
  );
  const { onFrame, onText, labelsInView, outcome } = capture;
  const states = useCodeStates(labelsInView, projectId ?? null);
  const { lens } = useDeviceSettings();
  const picture = usePictureReading(onText);
  useDroppedFile('picture', picture.read);
  const onCode = (code: DecodedCode) => {
    const verdict = capture.onCode(code);
    // A label read by the camera dismisses the picture's notice.
    if (verdict === 'accepted') picture.dismiss();
    return verdict;
  };
  const canRead = rules !== undefined;
  const camera = useCamera({ onCode, onFrame, isReading: canRead, preferredCamera: lens });
  const choose = (label: { readonly text: string }) => {
    camera.markChosen(label.text);
    picture.dismiss();
    capture.choose(label);
  };
  const isGuideOffered = useSingleton('configuration')?.product_guide !== undefined;
  return {
    isGuideOffered,
    camera,
    capturedScans,
    choose,
    labelsInView,
    outcome,
    picture,
    canRead,
    states,
  };
}

interface ScannerStatusProps {
  state: CameraState;
  hasRules: boolean;
  isReadingPicture: boolean;
}

/** Explains why nothing is being read yet. */
export function ScannerStatus({ state, hasRules, isReadingPicture }: ScannerStatusProps) {
  if (state.name === 'broken' && !isReadingPicture) return null;
  if (state.name !== 'broken' && !isPlaying(state)) {
    return (
      <p role="status" className="scan-glass rounded-full px-4 py-2 text-small font-medium">
        <Trans>Starting the camera</Trans>
      </p>
    );
  }
  return (
    !hasRules && (
      <p role="status" className="scan-glass rounded-card px-4 py-3 text-small">
        <Trans>The product list hasn’t been downloaded yet. Go online once to read labels.</Trans>
      </p>
    )
  );
}

/** Offers manual entry after 18 s without a result (spec 1 §4); decoding continues. */
function ManualPrompt({ projectId }: { projectId: string | undefined }) {
  return (
    <div
      role="status"
      className="scan-rise pointer-events-auto flex w-full max-w-sheet flex-wrap items-center gap-3 rounded-card bg-surface-raised card-line p-4 text-ink shadow-float"
    >
      <p className="min-w-48 flex-1">
        <Trans>Is the label hard to read? Type its number instead.</Trans>
      </p>
      <LinkButton
        variant="secondary"
        icon={<Keyboard />}
        {...linkTo(paths.scanManual({ project: projectId }))}
      >
        <Trans>Enter manually</Trans>
      </LinkButton>
    </div>
  );
}

/** Result of the last picture, so that the user can compare the number of codes with the labels. */
export function PictureNotice({ outcome }: { outcome: PictureOutcome | null }) {
  const count = outcome?.kind === 'found' ? outcome.count : 0;
  return (
    <>
      <div role="status" className="empty:hidden">
        {count > 0 && (
          <p className={noticeClass}>
            <Plural
              value={count}
              one="# QR code was found in the photo."
              other="# QR codes were found in the photo."
            />
          </p>
        )}
      </div>
      {outcome?.kind === 'problem' && (
        <p role="alert" className={`${noticeClass} font-medium text-warn`}>
          {outcome.text}
        </p>
      )}
    </>
  );
}

const noticeClass =
  'scan-rise max-w-sheet rounded-chip bg-surface-raised card-line px-4 py-2.5 text-center text-small text-ink break-long';
