/** A text with its own page. In a body, a string is a paragraph and a list of strings is a bullet list. */
export interface LongText {
  /** YYYY-MM-DD. */
  since: string;
  intro: string;
  sections: readonly { title: string; body: readonly (string | readonly string[])[] }[];
}

export interface Question {
  question: string;
  answer: string;
}

/** The long texts of one language. */
export interface LongTexts {
  privacy: LongText;
  terms: LongText;
  refund: LongText;
  cancellation: LongText;
  questions: readonly Question[];
}
