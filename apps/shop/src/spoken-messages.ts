/** Texts in the language that the pages are in from when one is spoken: the server's before each page, a browser's once. */
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
