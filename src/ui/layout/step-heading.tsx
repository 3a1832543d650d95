import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../icon-button.tsx';

interface StepHeadingProps {
  title: ReactNode;
  children?: ReactNode;
  onBack?: (() => void) | undefined;
  /** Label of the back button. */
  backLabel: string;
  /** Progress in the flow: a `Stepper`. */
  progress?: ReactNode;
  /** Focuses the heading; turn it off if a field of the step takes the focus. */
  takesFocus?: boolean;
}

/** Title of a step with a back button. Focused when a step starts. */
export function StepHeading({
  title,
  children,
  onBack,
  backLabel,
  progress,
  takesFocus = true,
}: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <div className="mb-6">
      {(onBack || progress) && (
        <div className="mb-3 flex min-h-target items-center gap-1">
          {onBack && (
            <div className="-ms-3">
              <IconButton label={backLabel} icon={<ArrowLeft />} onClick={onBack} />
            </div>
          )}
          {progress && <div className="min-w-0 flex-1">{progress}</div>}
        </div>
      )}
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-heading font-semibold break-long outline-none"
      >
        {title}
      </h1>
      {children && <p className="mt-1 text-ink-soft break-long">{children}</p>}
    </div>
  );
}
