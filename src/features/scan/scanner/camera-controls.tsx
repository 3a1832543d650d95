import { useLingui } from '@lingui/react/macro';
import {
  BookSearch,
  SwitchCamera,
  ZoomIn,
  Flashlight,
  FlashlightOff,
  Keyboard,
  X,
} from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { type AppLink, paths } from '#src/app/paths.ts';
import { useServices } from '#src/data/services.ts';
import { classNames } from '#src/ui/class-names.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { facingOf, type CameraDevice } from '../camera/camera-devices.ts';
import type { CameraHandle } from '../camera/use-camera.ts';
import './scan.css';

/** Zoom and camera selection, if available. */
export function CameraControls({ camera }: { camera: CameraHandle }) {
  const { zoom, cameras } = camera;
  if (zoom === null && cameras.length < 2) return null;
  return (
    <div
      className={classNames(
        'scan-glass pointer-events-auto flex items-center gap-2 rounded-full px-2',
        zoom ? 'w-full max-w-sheet' : 'self-end',
      )}
    >
      {zoom && <ZoomSlider zoom={zoom} />}
      {cameras.length > 1 && <CameraSelect cameras={cameras} cameraId={camera.cameraId} />}
    </div>
  );
}

function ZoomSlider({ zoom }: { zoom: NonNullable<CameraHandle['zoom']> }) {
  const { t, i18n } = useLingui();
  const zoomText = i18n.number(zoom.value, { maximumFractionDigits: 1 });
  return (
    <label className="flex min-h-target min-w-0 flex-1 items-center gap-3 ps-2">
      <ZoomIn className="size-5 shrink-0" aria-hidden="true" />
      <span className="sr-only">{t`Zoom`}</span>
      <input
        type="range"
        min={zoom.min}
        max={zoom.max}
        step={zoom.step}
        value={zoom.value}
        aria-valuetext={t`${zoomText}× zoom`}
        onChange={(event) => zoom.set(event.target.valueAsNumber)}
        className="scan-zoom h-target min-w-0 flex-1"
      />
      <span aria-hidden="true" className="w-12 text-end text-small font-semibold tnum">
        {zoomText}×
      </span>
    </label>
  );
}

/**
 * An invisible native select over an icon opens the phone's picker. In Safari it's as wide as its longest
 * option, so the label clips it.
 */
function CameraSelect({
  cameras,
  cameraId,
}: {
  cameras: readonly CameraDevice[];
  cameraId: string | null;
}) {
  const { t } = useLingui();
  const { device } = useServices();
  const nameOf = useCameraName(cameras);
  return (
    <label className="relative grid size-target shrink-0 place-items-center overflow-clip rounded-full focus-within:outline-2 focus-within:outline-current">
      <SwitchCamera className="size-6" aria-hidden="true" />
      <span className="sr-only">{t`Camera lens`}</span>
      <select
        value={cameraId ?? ''}
        className="absolute inset-0 size-full min-w-0 cursor-pointer appearance-none opacity-0"
        onChange={(event) => {
          const camera = cameras.find(({ id }) => id === event.target.value);
          if (camera) device.change({ lens: camera });
        }}
      >
        {cameras.map((camera) => (
          <option key={camera.id} value={camera.id}>
            {nameOf(camera)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Returns a function that names a camera. Android labels cameras in English, so their direction is translated. */
function useCameraName(cameras: readonly CameraDevice[]): (camera: CameraDevice) => string {
  const { t } = useLingui();
  return (camera) => {
    const side = facingOf(camera.label);
    if (side === null) return camera.label;
    const camerasOnSide = cameras.filter(({ label }) => facingOf(label) === side);
    const name = side === 'back' ? t`Back camera` : t`Front camera`;
    return camerasOnSide.length > 1 ? `${name} ${camerasOnSide.indexOf(camera) + 1}` : name;
  };
}

interface ScanTopProps {
  closeLink: AppLink;
  manualLink: AppLink;
  /** Offers to look up a product instead of adding it. */
  canLookUp?: boolean;
  torch: CameraHandle['torch'];
  /** True if the image is dark enough to offer the torch with a text. */
  isDark: boolean;
  /** True if the camera can't be used, in which case CameraProblem offers manual entry. */
  isCameraUnavailable: boolean;
}

/** Controls above the video: close, torch, manual entry. */
export function ScanTop(props: ScanTopProps) {
  const { closeLink, manualLink, canLookUp, torch, isDark, isCameraUnavailable } = props;
  const { t } = useLingui();
  return (
    <div className="pointer-events-auto flex w-full items-start justify-between gap-2">
      <IconButton variant="raised" label={t`Close`} icon={<X />} {...linkTo(closeLink)} />
      <div className="flex items-start gap-2">
        {torch && <TorchButton torch={torch} isDark={isDark} />}
        {!isCameraUnavailable && (
          <IconButton
            variant="raised"
            label={t`Enter manually`}
            icon={<Keyboard />}
            {...linkTo(manualLink)}
          />
        )}
        {/* Last, so that it doesn't move when manual entry disappears. */}
        {canLookUp && (
          <IconButton
            variant="raised"
            label={t`Look up a product`}
            icon={<BookSearch />}
            {...linkTo(paths.guideScan())}
          />
        )}
      </div>
    </div>
  );
}

type TorchProps = { torch: NonNullable<CameraHandle['torch']>; isDark: boolean };

/** Switches the torch; labelled with text while the image is dark. */
export function TorchButton({ torch, isDark }: TorchProps) {
  const { t } = useLingui();
  const label = torch.on ? t`Turn torch off` : t`Turn torch on`;
  const icon = torch.on ? <FlashlightOff /> : <Flashlight />;
  const toggle = () => torch.set(!torch.on);
  if (!isDark || torch.on) {
    return <IconButton variant="raised" label={label} icon={icon} onClick={toggle} />;
  }
  return (
    <button
      type="button"
      onClick={toggle}
      className="flex min-h-target items-center gap-2 rounded-full bg-surface-raised card-line px-4 font-semibold text-ink [&_svg]:size-6"
    >
      {icon}
      {label}
    </button>
  );
}
