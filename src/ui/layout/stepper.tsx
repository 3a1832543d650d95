import { classNames } from '../class-names.ts';

interface StepperProps {
  /** The current step, from 1. */
  step: number;
  total: number;
  /** Text such as "Step 2 of 5". */
  label: string;
}

/** Progress within a flow. */
export function Stepper({ step, total, label }: StepperProps) {
  return (
    <div>
      <p className="text-small font-medium text-ink-soft tnum">{label}</p>
      <div aria-hidden="true" className="mt-2 flex gap-1.5">
        {Array.from({ length: total }, (_, index) => (
          <span
            key={index}
            className={classNames(
              'h-1.5 flex-1 rounded-full transition-colors',
              index < step ? 'bg-info' : 'bg-line forced-colors:border forced-colors:bg-surface',
            )}
          />
        ))}
      </div>
    </div>
  );
}
