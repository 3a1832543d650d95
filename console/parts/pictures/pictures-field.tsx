import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ImagePlus, RefreshCw, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_ALT_TEXT } from '#schemas/content.ts';
import type { CatalogueLanguage } from '#schemas/languages.ts';
import { Button } from '#src/ui/button.tsx';
import { announce } from '#src/ui/feedback/announce.tsx';
import { ErrorBlock } from '#src/ui/feedback/error-block.tsx';
import { showToast } from '#src/ui/feedback/toast.tsx';
import { FilePicker } from '#src/ui/fields/file-picker.tsx';
import { TextField } from '#src/ui/fields/text-field.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { useErrorText } from '#console/data/error-texts.ts';
import { useOfflineReason, useOnline } from '#console/data/use-online.ts';
import { missingLanguages, type EditedPicture } from './edited-pictures.ts';
import { resizePicture, type ResizedPicture } from './resize-picture.ts';

/** A language for writing alt texts. */
interface PictureLanguage {
  readonly code: CatalogueLanguage;
  readonly name: string;
}

interface PicturesFieldProps {
  readonly pictures: readonly EditedPicture[];
  /** Applies a change to the newest images, because other images may have changed during an upload. */
  readonly onChange: (change: (pictures: readonly EditedPicture[]) => EditedPicture[]) => void;
  /** Languages whose fields are shown. */
  readonly languages: readonly PictureLanguage[];
  /** Languages that need a text. */
  readonly requiredLanguages: readonly PictureLanguage[];
  readonly max: number;
  /** Hint about where the images are shown. */
  readonly note: string;
  /** Stores an image on the server. */
  readonly upload: (picture: ResizedPicture) => Promise<{ readonly id: string }>;
  readonly canEdit: boolean;
}

/** Ordered images with alt texts. */
export function PicturesField(props: PicturesFieldProps) {
  const { pictures, max, note, canEdit } = props;
  const { t } = useLingui();
  const offlineReason = useOfflineReason();
  const edit = usePictureEdits(props);
  const list = useRef<HTMLDivElement>(null);
  const isFull = pictures.length >= max;
  const reason = () => {
    if (offlineReason !== undefined) return offlineReason;
    return isFull ? t`There are ${max} pictures, which is the maximum.` : undefined;
  };
  return (
    <div ref={list} className="flex flex-col gap-4">
      <p className="max-w-[48rem] text-ink-soft">{note}</p>
      <ErrorBlock messages={edit.problems} />
      {pictures.length > 0 && (
        <ol aria-label={t`Pictures`} className="flex flex-col gap-3">
          {pictures.map((picture, index) => (
            <PictureRow
              key={picture.id}
              {...props}
              picture={picture}
              index={index}
              edit={edit}
              onRemove={() => {
                edit.remove(picture, index);
                list.current?.querySelector<HTMLElement>('[data-add] button')?.focus();
              }}
            />
          ))}
        </ol>
      )}
      {pictures.length === 0 && (
        <p>
          <Trans>There are no pictures.</Trans>
        </p>
      )}
      {canEdit && (
        <div data-add>
          <FilePicker from="files" multiple={max > 1} onFile={(file) => edit.add(file)}>
            {(open) => (
              <Button
                variant="secondary"
                icon={<ImagePlus />}
                busy={edit.isBusy}
                disabledReason={reason()}
                onClick={open}
              >
                <Trans>Add pictures</Trans>
              </Button>
            )}
          </FilePicker>
        </div>
      )}
    </div>
  );
}

type PictureEdits = ReturnType<typeof usePictureEdits>;

/** Returns the functions that change the list, and the problems of uploads. Files are uploaded one after another. */
function usePictureEdits({ pictures, onChange, max, upload }: PicturesFieldProps) {
  const { t } = useLingui();
  const errorText = useErrorText();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [uploads, setUploads] = useState(0);
  const newestPictures = useRef(pictures);
  useEffect(() => {
    newestPictures.current = pictures;
  });
  const change = (update: (current: readonly EditedPicture[]) => EditedPicture[]) => {
    newestPictures.current = update(newestPictures.current);
    onChange(update);
  };
  const lastUpload = useRef<Promise<void>>(Promise.resolve());

  const store = async (file: File, placePicture: (id: string) => void) => {
    const { name } = file;
    const addProblem = (problem: string) =>
      setProblems((currentProblems) => [...currentProblems, problem]);
    try {
      const resizedPicture = await resizePicture(file);
      if (resizedPicture === 'not_a_picture')
        return addProblem(t`“${name}” isn’t a picture that this browser can read.`);
      if (resizedPicture === 'file_too_large')
        return addProblem(t`“${name}” is larger than 25 MB.`);
      const { id } = await upload(resizedPicture);
      if (newestPictures.current.some((picture) => picture.id === id))
        return addProblem(t`“${name}” is already in the list.`);
      placePicture(id);
    } catch (error) {
      addProblem(`“${name}”: ${errorText(error)}`);
    }
  };
  const enqueue = (file: File, placePicture: (id: string) => void) => {
    if (uploads === 0) setProblems([]);
    setUploads((count) => count + 1);
    lastUpload.current = lastUpload.current
      .then(() => store(file, placePicture))
      .finally(() => setUploads((count) => count - 1));
  };
  return {
    problems,
    isBusy: uploads > 0,
    add: (file: File) =>
      enqueue(file, (id) => {
        if (newestPictures.current.length >= max)
          return setProblems([t`There are ${max} pictures, which is the maximum.`]);
        change((all) => [...all, { id, is_decorative: false, texts: {} }]);
        announce(t`The picture was added.`);
      }),
    /** Replaces an image. Keeps its texts for the operator to correct. */
    replace: (replacedPicture: EditedPicture, file: File) =>
      enqueue(file, (id) => {
        change((all) =>
          all.map((each) => (each.id === replacedPicture.id ? { ...each, id } : each)),
        );
        announce(t`The picture was replaced. Check its alternative text.`);
      }),
    edit: ({ id }: EditedPicture, changes: Partial<EditedPicture>) =>
      change((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each))),
    move: (index: number, by: -1 | 1) => {
      change((all) => {
        const reorderedPictures = [...all];
        reorderedPictures.splice(index + by, 0, ...reorderedPictures.splice(index, 1));
        return reorderedPictures;
      });
      const place = index + by + 1;
      announce(t`The picture is now in place ${place}.`);
    },
    remove: (removedPicture: EditedPicture, index: number) => {
      change((all) => all.filter(({ id }) => id !== removedPicture.id));
      const restore = () =>
        change((all) =>
          all.some(({ id }) => id === removedPicture.id)
            ? [...all]
            : all.toSpliced(index, 0, removedPicture),
        );
      showToast({
        subject: 'picture',
        message: t`The picture was removed.`,
        action: { label: t`Undo`, onPress: restore },
      });
    },
  };
}

interface PictureRowProps extends PicturesFieldProps {
  readonly picture: EditedPicture;
  readonly index: number;
  readonly edit: PictureEdits;
  readonly onRemove: () => void;
}

function PictureRow(props: PictureRowProps) {
  const { picture, pictures, index, edit, languages, requiredLanguages, canEdit } = props;
  const { t, i18n } = useLingui();
  const number = index + 1;
  const name = t`Picture ${number}`;
  const missingLanguageCodes = missingLanguages(
    picture,
    requiredLanguages.map(({ code }) => code),
  );
  const names = requiredLanguages
    .filter(({ code }) => missingLanguageCodes.includes(code))
    .map((each) => each.name);
  const missingNames = new Intl.ListFormat(i18n.locale).format(names);
  const [firstLanguage] = languages;
  return (
    <li
      aria-label={name}
      className="grid gap-4 rounded-card bg-surface-raised p-4 card-rise tablet:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <div>
        <img
          src={`/files/content/${picture.id}/s`}
          alt={(firstLanguage && picture.texts[firstLanguage.code]) || name}
          className="aspect-8/5 w-full rounded-control bg-surface-sunken object-contain"
        />
        {canEdit && (
          <RowButtons {...props} name={name} isFirst={index === 0} count={pictures.length} />
        )}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <h2 className="font-sans text-body font-semibold">{name}</h2>
        {canEdit ? (
          <CheckboxField
            label={t`Decorative`}
            description={t`It shows nothing that the text doesn’t say. Screen readers leave it out.`}
            checked={picture.is_decorative}
            onChange={({ target }) => edit.edit(picture, { is_decorative: target.checked })}
          />
        ) : (
          picture.is_decorative && (
            <p>
              <Trans>Decorative</Trans>
            </p>
          )
        )}
        {!picture.is_decorative && (
          <div className="grid gap-3 wide:grid-cols-2">
            {languages.map((language) => (
              <AlternativeText key={language.code} {...props} language={language} />
            ))}
          </div>
        )}
        {missingNames !== '' && (
          <p className="text-small text-ink-soft">
            <Trans>Alternative text is missing: {missingNames}</Trans>
          </p>
        )}
      </div>
    </li>
  );
}

interface AlternativeTextProps extends Pick<PictureRowProps, 'picture' | 'edit' | 'canEdit'> {
  readonly language: PictureLanguage;
}

function AlternativeText({ picture, edit, canEdit, language }: AlternativeTextProps) {
  const { t } = useLingui();
  const { code, name } = language;
  const text = picture.texts[code] ?? '';
  if (!canEdit)
    return (
      <p lang={code} className="break-long">
        {text || '–'}
      </p>
    );
  return (
    <TextField
      label={t`Alternative text (${name})`}
      hint={t`Say what the picture shows, in one sentence.`}
      lang={code}
      autoComplete="off"
      maxLength={MAX_ALT_TEXT}
      value={text}
      onChange={({ target }) =>
        edit.edit(picture, { texts: { ...picture.texts, [code]: target.value } })
      }
    />
  );
}

interface RowButtonsProps extends PictureRowProps {
  readonly name: string;
  readonly isFirst: boolean;
  readonly count: number;
}

function RowButtons({ name, isFirst, count, ...props }: RowButtonsProps) {
  const { picture, index, edit, onRemove } = props;
  const { t } = useLingui();
  const isOnline = useOnline();
  const row = useRef<HTMLDivElement>(null);
  /** Direction of the last move. A moved element loses the focus, so the pressed button is focused again. */
  const movedBy = useRef<-1 | 1 | null>(null);
  useEffect(() => {
    if (movedBy.current === null) return;
    row.current?.querySelectorAll('button')[movedBy.current === -1 ? 0 : 1]?.focus();
    movedBy.current = null;
  }, [index]);
  const move = (by: -1 | 1) => {
    movedBy.current = by;
    edit.move(index, by);
  };
  return (
    <div ref={row} className="mt-2 flex flex-wrap gap-1">
      <IconButton
        label={t`Move up: ${name}`}
        icon={<ArrowUp />}
        disabled={isFirst}
        onClick={() => move(-1)}
      />
      <IconButton
        label={t`Move down: ${name}`}
        icon={<ArrowDown />}
        disabled={index === count - 1}
        onClick={() => move(1)}
      />
      <FilePicker from="files" onFile={(file) => edit.replace(picture, file)}>
        {(open) => (
          <IconButton
            label={t`Replace: ${name}`}
            icon={<RefreshCw />}
            disabled={edit.isBusy || !isOnline}
            onClick={open}
          />
        )}
      </FilePicker>
      <IconButton label={t`Remove: ${name}`} icon={<Trash2 />} onClick={onRemove} />
    </div>
  );
}
