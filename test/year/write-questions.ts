import type { Locator } from '@playwright/test';
import { textInLanguage } from '#schemas/primitives.ts';
import type { SurveyQuestion } from '#schemas/survey.ts';

const kinds = { single: 'One answer', multi: 'Several answers', number: 'A number' } as const;
const english = ({ text }: Pick<SurveyQuestion, 'text'>) => textInLanguage(text, 'en');

/** Types questions into the empty list of a dialog, in English and Polish. */
export async function writeQuestions(
  dialog: Locator,
  questions: readonly SurveyQuestion[],
): Promise<void> {
  const list = dialog.getByRole('group', { name: 'Questions', exact: true });
  for (const question of questions) {
    await list.getByRole('button', { name: 'Add a question' }).click();
    const entry = await typeTexts(list, 'question', question);
    await entry.getByRole('combobox', { name: 'Answer type' }).selectOption(kinds[question.kind]);
    if (question.optional) await entry.getByRole('checkbox', { name: 'Can be skipped' }).check();
    await chooseParent(entry, question, questions);
    await typeLimits(entry, question);
    const answers = entry.getByRole('group', { name: `Answers to: ${english(question)}` });
    for (const answer of question.answers) {
      await answers.getByRole('button', { name: 'Add an answer' }).click();
      await typeTexts(answers, 'answer', answer);
    }
  }
}

/**
 * Types the texts of the last entry of a list, which is named after its English text.
 * @returns the entry
 */
async function typeTexts(
  list: Locator,
  kind: 'question' | 'answer',
  texts: Pick<SurveyQuestion, 'text'>,
): Promise<Locator> {
  const label = kind === 'question' ? 'Question' : 'Answer';
  await list
    .getByRole('group', { name: `New ${kind}`, exact: true })
    .getByRole('textbox', { name: `${label} (English)` })
    .fill(english(texts));
  const entry = list.getByRole('group', { name: english(texts), exact: true });
  await entry
    .getByRole('textbox', { name: `${label} (Polish)` })
    .first()
    .fill(textInLanguage(texts.text, 'pl'));
  return entry;
}

async function chooseParent(
  entry: Locator,
  { parent_answer_id: parent }: SurveyQuestion,
  questions: readonly SurveyQuestion[],
): Promise<void> {
  for (const question of questions)
    for (const answer of question.answers)
      if (answer.answer_id === parent)
        await entry
          .getByRole('combobox', { name: 'Asked after' })
          .selectOption(`${english(question)}: ${english(answer)}`);
}

async function typeLimits(entry: Locator, { min, max, step, limit }: SurveyQuestion) {
  const limits = {
    'Smallest number': min,
    'Largest number': max,
    Step: step,
    'Maximum answers': limit,
  };
  for (const [name, value] of Object.entries(limits))
    if (value !== null) await entry.getByRole('textbox', { name, exact: true }).fill(String(value));
}
