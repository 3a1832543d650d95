import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { ListPlus, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { announce } from '#src/ui/feedback/announce.tsx';
import { Badge } from '#src/ui/feedback/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import { useProductNames } from '#src/data/text/use-product-names.ts';
import { List, ListRow } from '#src/ui/lists/list.tsx';
import type { CodeState, CodeStates } from '../capture/code-state.ts';
import type { LabelInView, LabelsInView } from '../camera/labels-in-view.ts';
import { ProductPicture } from '../photo/scan-photo.tsx';
import { useCodeStateText } from '../capture/use-outcome-text.ts';

interface LabelChoiceProps {
  labelsInView: LabelsInView;
  codeStates: CodeStates;
  onChoose: (label: LabelInView) => void;
}

/** Lets the user select a label if several are in view. */
export function LabelChoice(props: LabelChoiceProps) {
  const choices = useSyncExternalStore(props.labelsInView.subscribe, props.labelsInView.choices);
  return choices.length > 0 && <Choices {...props} choices={choices} />;
}

function Choices({
  labelsInView,
  codeStates,
  onChoose,
  choices,
}: LabelChoiceProps & { choices: readonly LabelInView[] }) {
  const { t } = useLingui();
  const newLabels = choices.filter(({ text }) => codeStates.get(text)?.kind === 'new');
  const ref = useFrozenChoices(labelsInView, newLabels.length > 0);
  const count = choices.reduce((sum, { copies }) => sum + copies, 0);
  const countText = t`${plural(count, { one: '# label in view', other: '# labels in view' })}`;
  useEffect(() => announce(countText), [countText]);

  const choose = (labels: readonly LabelInView[]) => {
    for (const label of labels) onChoose(label);
    // The pressed control unmounts, so keep the keyboard focus in the list.
    if (document.activeElement?.matches(':focus-visible')) ref.current?.focus();
  };
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-label={t`Labels in view`}
      className="pointer-events-auto w-full max-w-sheet overflow-hidden rounded-card bg-surface-raised text-ink shadow-float"
    >
      <div className="flex min-h-14 items-center gap-2 border-b border-line ps-4 pe-2">
        <p className="min-w-0 flex-1 font-semibold break-long">
          <Plural value={count} one="# label in view" other="# labels in view" />
        </p>
        {newLabels.length > 1 && (
          <Button variant="quiet" icon={<ListPlus />} onClick={() => choose(newLabels)}>
            <Trans>Add all</Trans>
          </Button>
        )}
      </div>
      {/* Fixed height, so that nothing moves under a finger; lower on short screens to keep the video
           visible. */}
      <div
        // A list without buttons must be focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={newLabels.length === 0 ? 0 : undefined}
        className="h-44 overflow-y-auto [@media(max-height:43rem)]:h-24"
      >
        <List tone="bare" label={t`Labels in view`}>
          {choices.map((label, index) => (
            <LabelRow
              key={label.text}
              label={label}
              number={index + 1}
              state={codeStates.get(label.text)}
              onChoose={() => choose([label])}
            />
          ))}
        </List>
      </div>
    </section>
  );
}

interface LabelRowProps {
  label: LabelInView;
  /** Number on the outline. */
  number: number;
  /** Undefined while loading. */
  state: CodeState | undefined;
  onChoose: () => void;
}

function LabelRow({ label: { label, copies }, number, state, onChoose }: LabelRowProps) {
  const stateText = useCodeStateText();
  const productNames = useProductNames();
  const isNew = state?.kind === 'new';
  return (
    <ListRow
      thumbnail={
        <span className="relative">
          <ProductPicture type={label.type} />
          <span
            aria-hidden="true"
            className="absolute -start-1.5 -top-1.5 grid size-6 place-items-center rounded-full bg-inverse forced-color-adjust-none text-caption font-semibold text-inverse-ink tnum"
          >
            {number}
          </span>
        </span>
      }
      title={
        <>
          {isNew && (
            <span className="sr-only">
              <Trans>Add</Trans>{' '}
            </span>
          )}
          {productNames.name(label.type)}
          {copies > 1 && ` × ${copies}`}
        </>
      }
      meta={
        <>
          <span className="block">
            {label.type} {label.size} {label.variant}
          </span>
          <span className="block tnum">
            {label.isGeneric ? <Trans>No serial number</Trans> : label.code}
          </span>
        </>
      }
      trailing={
        (state?.kind === 'duplicate' || state?.kind === 'invalid') && (
          <Badge tone={state.kind === 'duplicate' ? 'good' : 'warn'}>{stateText(state)}</Badge>
        )
      }
      end={isNew ? <Plus className="size-6 shrink-0 text-info" /> : undefined}
      onPress={isNew ? onChoose : undefined}
    />
  );
}

/** Freezes the choices while the keyboard focus is in the list and there is something to select. */
function useFrozenChoices(labelsInView: LabelsInView, canPick: boolean) {
  const ref = useRef<HTMLElement>(null);
  const [isFocusInside, setFocusInside] = useState(false);
  useEffect(() => {
    labelsInView.freeze(isFocusInside && canPick);
    return () => labelsInView.freeze(false);
  }, [labelsInView, isFocusInside, canPick]);
  useLayoutEffect(() => {
    const section = ref.current;
    if (!section) return undefined;
    const onFocusIn = () =>
      setFocusInside(document.activeElement?.matches(':focus-visible') === true);
    const onFocusOut = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && section.contains(relatedTarget)))
        setFocusInside(false);
    };
    section.addEventListener('focusin', onFocusIn);
    section.addEventListener('focusout', onFocusOut);
    return () => {
      section.removeEventListener('focusin', onFocusIn);
      section.removeEventListener('focusout', onFocusOut);
    };
  }, []);
  return ref;
}
