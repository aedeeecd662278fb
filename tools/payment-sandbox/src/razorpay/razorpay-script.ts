/**
 * The script that Razorpay serves as /v1/checkout.js: `window.Razorpay`, whose modal shows the payment page in a frame.
 * A payment calls `handler`, closing calls `modal.ondismiss`, and a failed attempt emits `payment.failed` while the
 * modal stays open.
 */
export const razorpayScript = `(() => {
  const { origin } = new URL(document.currentScript.src);

  window.Razorpay = class Razorpay {
    #options;
    #listeners = [];
    #dialog;

    constructor(options) {
      if (!options || !options.key) throw new Error('No key passed');
      if (!options.order_id) throw new Error('No order passed');
      this.#options = options;
    }

    on(event, listener) {
      this.#listeners.push({ event, listener });
    }

    open() {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', 'Razorpay Checkout');
      Object.assign(dialog.style, {
        width: 'min(100vw, 440px)', height: 'min(100dvh, 720px)', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0', borderRadius: '24px',
      });
      const frame = document.createElement('iframe');
      frame.title = 'Razorpay Checkout';
      frame.src = origin + '/v1/checkout/' + encodeURIComponent(this.#options.order_id) + '?key_id=' + encodeURIComponent(this.#options.key);
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
      dialog.append(frame);
      document.body.append(dialog);
      this.#dialog = dialog;

      const { handler, modal = {} } = this.#options;
      const dismiss = () => {
        this.close();
        if (modal.ondismiss) modal.ondismiss();
      };
      this.listen = (message) => {
        if (message.source !== frame.contentWindow || message.origin !== origin) return;
        const told = message.data && message.data.razorpay;
        if (!told) return;
        if (told.error) for (const { event, listener } of this.#listeners) event === 'payment.failed' && listener({ error: told.error });
        else if (told.dismissed) dismiss();
        else {
          this.close();
          if (handler) handler(told);
        }
      };
      window.addEventListener('message', this.listen);
      dialog.addEventListener('cancel', (cancel) => {
        cancel.preventDefault();
        if (modal.escape !== false) dismiss();
      });
      dialog.showModal();
    }

    close() {
      window.removeEventListener('message', this.listen);
      if (this.#dialog) this.#dialog.remove();
      this.#dialog = undefined;
    }
  };
})();
`;

/** Runs in the frame and tells the page around it what the payer did. */
export const frameScript = `window.parent.postMessage({ razorpay: JSON.parse(document.currentScript.dataset.told) }, '*');
`;
