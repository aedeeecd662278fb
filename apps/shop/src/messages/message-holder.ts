/**
 * Creates a holder for the texts of the present language. The browser sets them once, the server before it renders each
 * page.
 */
export function createMessageHolder<M>() {
  let present: M | undefined;
  return {
    setMessages(messages: M): void {
      present = messages;
    },
    messages(): M {
      if (present === undefined) throw new Error('There are no messages yet: call setMessages first.');
      return present;
    },
  };
}
