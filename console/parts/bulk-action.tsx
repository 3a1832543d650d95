import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { SmallActionButton } from './action-button.tsx';
import { ActionDialog } from './action-form.tsx';
import type { Selection } from './index-table/index-props.ts';

interface BulkActionProps<Row> {
  readonly selection: Selection<Row>;
  readonly icon: ReactNode;
  readonly label: string;
  /** The mutation that `start` sends. */
  readonly action: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly reset: () => void;
  };
  /** Consequence for each record. */
  readonly consequence: string;
  /** The action as a question; by default the label with the number of rows. */
  readonly titleOf?: (count: number) => string;
  readonly isDanger?: boolean;
  /** False while the fields can't be sent for these rows. */
  readonly isValid?: (rows: readonly Row[]) => boolean;
  readonly whyHint?: string;
  /** Starts the job. Its progress is shown below the screen. */
  readonly start: (rows: readonly Row[], why: string) => Promise<unknown>;
  /** Resets the fields. */
  readonly onClose?: () => void;
  /** Fields of the input that all rows share, with their errors once `showErrors` is true. */
  readonly fields?: (rows: readonly Row[], showErrors: boolean) => ReactNode;
}

/** Button that asks for the input and reason of a bulk action, and starts it for the selected rows. */
export function BulkAction<Row>({ selection, icon, label, ...props }: BulkActionProps<Row>) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const { action } = props;
  const open = async () => {
    action.reset();
    setRows(selection.kind === 'matches' ? await selection.read() : selection.rows);
  };
  const close = () => {
    setRows(null);
    props.onClose?.();
  };
  const submit = async (why: string) => {
    await props.start(rows ?? [], why);
    close();
  };
  const count = rows?.length ?? 0;
  return (
    <>
      <SmallActionButton
        onClick={() => {
          open().catch((failure: unknown) =>
            showToast({ subject: 'bulk', tone: 'bad', message: errorText(failure) }),
          );
        }}
      >
        {icon}
        {label}
      </SmallActionButton>
      {rows && (
        <ActionDialog
          title={
            props.titleOf?.(count) ??
            t`${label}: ${plural(count, { one: '# row', other: '# rows' })}`
          }
          description={props.consequence}
          error={action.error}
          isBusy={action.isPending}
          isValid={props.isValid?.(rows) ?? true}
          isDanger={props.isDanger ?? false}
          submitLabel={label}
          {...(props.whyHint !== undefined && { whyHint: props.whyHint })}
          onSubmit={submit}
          onClose={close}
        >
          {(showErrors) => props.fields?.(rows, showErrors)}
        </ActionDialog>
      )}
    </>
  );
}

/** Ids of the selected records. */
export const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
