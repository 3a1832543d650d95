import { ChevronRight, CircleX, CloudUpload, RefreshCw, TriangleAlert } from 'lucide-react';
import { classNames } from '../class-names.ts';

/** `decide`: the user must decide something before the item is sent. */
type SyncMarkState = 'waiting' | 'sending' | 'decide' | 'refused';

interface SyncMarkProps {
  state: SyncMarkState;
  /** Label such as "Waiting", "Sending", "Not accepted". */
  label: string;
  /** Opens the reason. Omit it inside a link that already leads there. */
  onPress?: (() => void) | undefined;
}

const styles: Record<SyncMarkState, { className: string; Icon: typeof CloudUpload }> = {
  waiting: { className: 'text-ink-soft', Icon: CloudUpload },
  sending: { className: 'text-info', Icon: RefreshCw },
  decide: { className: 'text-warn', Icon: TriangleAlert },
  refused: { className: 'text-bad', Icon: CircleX },
};

/** Marks unsent or rejected items, the same way everywhere. */
export function SyncMark({ state, label, onPress }: SyncMarkProps) {
  const { className, Icon } = styles[state];
  const style = classNames(
    'inline-flex max-w-full items-center gap-1.5 text-caption leading-tight font-semibold',
    className,
  );
  const content = (
    <>
      <Icon className={classNames('size-4 shrink-0', state === 'sending' && 'spinner')} />
      <span className="break-long">{label}</span>
    </>
  );

  if (!onPress) return <span className={style}>{content}</span>;
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(style, 'min-h-target min-w-target rounded-control px-2')}
    >
      {content}
      <ChevronRight className="size-4 shrink-0" />
    </button>
  );
}
