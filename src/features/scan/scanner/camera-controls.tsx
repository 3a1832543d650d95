import { useLingui } from '@lingui/react/macro';
import { SwitchCamera, ZoomIn } from 'lucide-react';
import { useServices } from '#src/data/services.ts';
import { classNames } from '#src/ui/class-names.ts';
import { lensSide, type Lens } from '../camera/lenses.ts';
import type { UsedCamera } from '../camera/use-camera.ts';

/** Zoom and lens, each only where the camera has it. */
export function CameraControls({ camera }: { camera: UsedCamera }) {
  const { zoom, lenses } = camera;
  if (zoom === null && lenses.length < 2) return null;
  return (
    <div
      className={classNames(
        'scan-glass pointer-events-auto flex items-center gap-2 rounded-full px-2',
        zoom ? 'w-full max-w-sheet' : 'self-end',
      )}
    >
      {zoom && <ZoomSlider zoom={zoom} />}
      {lenses.length > 1 && <LensSelect lenses={lenses} lensId={camera.lensId} />}
    </div>
  );
}

function ZoomSlider({ zoom }: { zoom: NonNullable<UsedCamera['zoom']> }) {
  const { t, i18n } = useLingui();
  const shown = i18n.number(zoom.value, { maximumFractionDigits: 1 });
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
        aria-valuetext={t`${shown} times`}
        onChange={(event) => zoom.set(event.target.valueAsNumber)}
        className="scan-zoom h-target min-w-0 flex-1"
      />
      <span aria-hidden="true" className="w-12 text-end text-small font-semibold tnum">
        {shown}×
      </span>
    </label>
  );
}

/**
 * A native list over an icon: the phone's own picker opens. In Safari the invisible list is as wide as its longest
 * option, so the label clips it.
 */
function LensSelect({ lenses, lensId }: { lenses: readonly Lens[]; lensId: string | null }) {
  const { t } = useLingui();
  const { device } = useServices();
  const nameOf = useLensName(lenses);
  return (
    <label className="relative grid size-target shrink-0 place-items-center overflow-clip rounded-full focus-within:outline-2 focus-within:outline-current">
      <SwitchCamera className="size-6" aria-hidden="true" />
      <span className="sr-only">{t`Camera lens`}</span>
      <select
        value={lensId ?? ''}
        className="absolute inset-0 size-full min-w-0 cursor-pointer appearance-none opacity-0"
        onChange={(event) => {
          const lens = lenses.find(({ id }) => id === event.target.value);
          if (lens) device.change({ lens });
        }}
      >
        {lenses.map((lens) => (
          <option key={lens.id} value={lens.id}>
            {nameOf(lens)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Android numbers its lenses in English; where the label tells the side, we say it in words. */
function useLensName(lenses: readonly Lens[]): (lens: Lens) => string {
  const { t } = useLingui();
  return (lens) => {
    const side = lensSide(lens.label);
    if (side === null) return lens.label;
    const alike = lenses.filter(({ label }) => lensSide(label) === side);
    const name = side === 'back' ? t`Back camera` : t`Front camera`;
    return alike.length > 1 ? `${name} ${alike.indexOf(lens) + 1}` : name;
  };
}
