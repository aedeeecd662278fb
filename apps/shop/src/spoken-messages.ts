/**
 * Creates a holder for the texts of the present language. `speak` sets them: in the browser once, on the server before
 * each page.
 */
export function createSpokenMessages<M>() {
  let spoken: M | undefined;
  return {
    speak(language: M): void {
      spoken = language;
    },
    messages(): M {
      if (spoken === undefined) throw new Error('No language is spoken yet: speak() says which.');
      return spoken;
    },
  };
}
