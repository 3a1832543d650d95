import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_ANSWERS, MAX_QUESTIONS, MAX_TEXT } from '#schemas/operator/setting-lists.ts';
import { LEAD_QUESTION_ID } from '#schemas/lead-survey.ts';
import { textInLanguage } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';
import { SelectField } from '#src/ui/fields/select-field.tsx';
import { CheckboxField } from '#src/ui/fields/toggle-fields.tsx';
import { entryName } from './list-draft.ts';
import { ListEditor } from './list-editor.tsx';
import { QuestionLimits } from './question-limits.tsx';
import { type EditorProps, TextsField } from './texts-field.tsx';

/**
 * Returns a random id, which is unlikely to be the id of another question or answer, even of a removed one.
 */
const newId = (): number => 1000 + Math.floor(Math.random() * 900_000);

const newQuestion = (id: number): SurveyQuestion => ({
  ...{ question_id: id, kind: 'single', text: {}, optional: false, answers: [] },
  ...{ min: null, max: null, step: null, limit: null, parent_answer_id: null },
});

interface QuestionsEditorProps extends EditorProps<readonly SurveyQuestion[]> {
  /** True for the survey about a lead, whose only question has a fixed id. */
  readonly isLeadSurvey: boolean;
}

/** Questions of a survey with their answers. */
export function QuestionsEditor({
  value: questions,
  isLeadSurvey,
  ...editorProps
}: QuestionsEditorProps) {
  const { t, i18n } = useLingui();
  return (
    <>
      <ListEditor
        label={t`Questions`}
        items={questions}
        keyOf={({ question_id: id }) => id}
        nameOf={({ text }) => entryName(i18n, text, t`New question`)}
        addLabel={t`Add a question`}
        max={isLeadSurvey ? 1 : MAX_QUESTIONS}
        newItem={() => newQuestion(isLeadSurvey ? LEAD_QUESTION_ID : newId())}
        onChange={editorProps.onChange}
      >
        {(question, index, set) => (
          <QuestionFields
            {...{ ...editorProps, index, value: question, onChange: set }}
            earlierQuestions={questions.slice(0, index)}
          />
        )}
      </ListEditor>
      {editorProps.problems.has('') && (
        <p role="alert" className="text-small text-bad">
          <Trans>
            A question has no answers, its limits contradict each other, or it doesn’t follow the
            answer that adds it.
          </Trans>
        </p>
      )}
    </>
  );
}

interface QuestionFieldsProps extends EditorProps<SurveyQuestion> {
  readonly index: number;
  readonly earlierQuestions: readonly SurveyQuestion[];
}

function QuestionFields({
  value: question,
  index,
  earlierQuestions,
  ...editorProps
}: QuestionFieldsProps) {
  const { t, i18n } = useLingui();
  const set = (changes: Partial<SurveyQuestion>) =>
    editorProps.onChange({ ...question, ...changes });
  const { kind, answers } = question;
  const name = entryName(i18n, question.text, t`New question`);
  const parents = earlierQuestions.flatMap((each) =>
    each.answers.map(({ answer_id: id, text }) => ({
      value: String(id),
      label: `${textInLanguage(each.text, i18n.locale)}: ${textInLanguage(text, i18n.locale)}`,
    })),
  );
  return (
    <>
      <TextsField
        {...editorProps}
        label={t`Question`}
        path={`${index}.text`}
        maxLength={MAX_TEXT}
        value={question.text}
        onChange={(text) => set({ text })}
      />
      <SelectField
        label={t`Answer type`}
        value={kind}
        options={[
          { value: 'single', label: t`One answer` },
          { value: 'multi', label: t`Several answers` },
          { value: 'number', label: t`A number` },
        ]}
        onChange={({ target }) =>
          set(changesForKind(question, target.value as SurveyQuestion['kind']))
        }
      />
      <CheckboxField
        label={t`Can be skipped`}
        checked={question.optional}
        onChange={({ target }) => set({ optional: target.checked })}
      />
      {(parents.length > 0 || question.parent_answer_id !== null) && (
        <SelectField
          label={t`Asked after`}
          placeholder={t`Always asked`}
          value={String(question.parent_answer_id ?? '')}
          options={parents}
          onChange={({ target }) =>
            set({ parent_answer_id: target.value === '' ? null : Number(target.value) })
          }
        />
      )}
      <QuestionLimits {...{ ...editorProps, question, index, set }} />
      {kind !== 'number' && (
        <ListEditor
          label={t`Answers to: ${name}`}
          items={answers}
          keyOf={({ answer_id: id }) => id}
          nameOf={({ text }) => entryName(i18n, text, t`New answer`)}
          addLabel={t`Add an answer`}
          max={MAX_ANSWERS}
          newItem={() => ({ answer_id: newId(), text: {} })}
          onChange={(newAnswers) => set({ answers: newAnswers })}
        >
          {(answer, position, setAnswer) => (
            <TextsField
              {...editorProps}
              label={t`Answer`}
              path={`${index}.answers.${position}.text`}
              maxLength={MAX_TEXT}
              value={answer.text}
              onChange={(text) => setAnswer({ ...answer, text })}
            />
          )}
        </ListEditor>
      )}
    </>
  );
}

/** Returns the changes to a question when its kind changes. They remove values that the new kind can't have. */
function changesForKind(
  question: SurveyQuestion,
  kind: SurveyQuestion['kind'],
): Partial<SurveyQuestion> {
  if (kind === 'number') return { kind, answers: [], limit: null };
  const limits = { min: null, max: null, step: null };
  return { kind, ...limits, limit: kind === 'multi' ? question.limit : null };
}
