import { useLingui } from '@lingui/react/macro';
import { Flashlight, FlashlightOff, Keyboard, X } from 'lucide-react';
import { linkTo } from '#src/app/link-to.tsx';
import { paths } from '#src/app/paths.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import type { CameraHandle } from '../camera/use-camera.ts';

interface ScanTopProps {
  project: string | undefined;
  torch: CameraHandle['torch'];
  /** True if the picture is dark enough to offer the torch in words. */
  dark: boolean;
  /** Without a camera, CameraProblem offers manual entry. */
  broken: boolean;
}

/** Controls above the video: close, torch, manual entry. */
export function ScanTop({ project, torch, dark, broken }: ScanTopProps) {
  const { t } = useLingui();
  const close = project === undefined ? paths.home() : paths.project(project);
  return (
    <div className="pointer-events-auto flex w-full items-start justify-between gap-2">
      <IconButton variant="raised" label={t`Close`} icon={<X />} {...linkTo(close)} />
      <div className="flex items-start gap-2">
        {torch && <TorchButton torch={torch} dark={dark} />}
        {!broken && (
          <IconButton
            variant="raised"
            label={t`Enter by hand`}
            icon={<Keyboard />}
            {...linkTo(paths.scanManual({ project }))}
          />
        )}
      </div>
    </div>
  );
}

type TorchProps = { torch: NonNullable<CameraHandle['torch']>; dark: boolean };

function TorchButton({ torch, dark }: TorchProps) {
  const { t } = useLingui();
  const label = torch.on ? t`Light off` : t`Light on`;
  const icon = torch.on ? <FlashlightOff /> : <Flashlight />;
  const toggle = () => torch.set(!torch.on);
  if (!dark || torch.on) {
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
