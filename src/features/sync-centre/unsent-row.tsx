import { useLingui } from '@lingui/react/macro';
import { FolderClock, MessageCircle, UserRound } from 'lucide-react';
import { RowPhoto } from '#src/features/scan/actions.ts';
import { ListRow } from '#src/ui/lists/list-row.tsx';
import { SyncMark } from '#src/ui/feedback/sync-mark.tsx';
import { Thumbnail } from '#src/ui/media/thumbnail.tsx';
import type { UnsentItem } from './unsent-item.ts';
import { toneOf } from './unsent-reason.ts';
import type { ItemState } from './use-item-states.ts';

interface UnsentRowProps {
  item: UnsentItem;
  state: ItemState;
  onOpen: () => void;
}

/** An unsent item: what it is, its state, and the last attempt. */
export function UnsentRow({ item, state, onOpen }: UnsentRowProps) {
  const { title, meta, reason, label } = state;
  return (
    <ListRow
      thumbnail={<Picture item={item} />}
      title={title}
      meta={
        <>
          {/* Messages may be long; serial numbers must show in full. */}
          <span className={item.kind === 'chat' ? 'line-clamp-2' : 'block tnum'}>{meta}</span>
          <RowNote state={state} />
          <span className="mt-1 block">
            <SyncMark state={toneOf(reason)} label={label} />
          </span>
        </>
      }
      onPress={onOpen}
      chevron
    />
  );
}

/** The rejection, or the last attempt and its failure. */
function RowNote({ state: { refusal, reason, attempts } }: { state: ItemState }) {
  const { t } = useLingui();
  const { last, failure } = attempts;
  if (refusal !== null) return <span className="block text-bad">{refusal}</span>;
  if (last === null || toneOf(reason) !== 'waiting') return null;
  // The summary already says that the device is offline.
  const hidesFailure = failure === null || reason === 'offline';
  return (
    <span className="block">{hidesFailure ? t`Tried ${last}` : t`Tried ${last}: ${failure}`}</span>
  );
}

function Picture({ item }: { item: UnsentItem }) {
  const { t } = useLingui();
  if (item.kind === 'lead') return <Thumbnail icon={<UserRound />} alt="" />;
  if (item.kind === 'chat') return <Thumbnail icon={<MessageCircle />} alt="" />;
  if (item.kind === 'project') return <Thumbnail icon={<FolderClock />} alt="" />;
  return <RowPhoto scan={item.scan} alt={t`Your photo`} />;
}
