/**
 * The script that PhonePe serves as /web/bundle/checkout.js: `window.PhonePeCheckout`, which opens the checkout in the
 * browser window or in a frame. In the frame the callback gets USER_CANCEL, or CONCLUDED for every other end of the
 * order.
 */
export const checkoutScript = `(() => {
  let close;

  function openFrame(tokenUrl, callback) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Payment sandbox');
    Object.assign(dialog.style, {
      width: 'min(100vw, 440px)', height: 'min(100dvh, 720px)', maxWidth: 'none', maxHeight: 'none', padding: '0', border: '0', borderRadius: '24px',
    });
    const frame = document.createElement('iframe');
    frame.title = 'Payment sandbox';
    const address = new URL(tokenUrl);
    address.searchParams.set('frame', '1');
    frame.src = address.href;
    Object.assign(frame.style, { width: '100%', height: '100%', border: '0' });
    dialog.append(frame);
    document.body.append(dialog);

    const listen = (message) => {
      if (message.source !== frame.contentWindow || message.origin !== address.origin) return;
      const result = message.data && message.data.phonepe;
      if (result === 'CONCLUDED' || result === 'USER_CANCEL') finish(result);
    };
    close = () => {
      window.removeEventListener('message', listen);
      dialog.remove();
      close = undefined;
    };
    const finish = (result) => {
      close();
      if (callback) callback(result);
    };
    window.addEventListener('message', listen);
    dialog.addEventListener('cancel', () => finish('USER_CANCEL'));
    dialog.showModal();
  }

  window.PhonePeCheckout = {
    transact({ tokenUrl, callback, type }) {
      if (close) close();
      if (type === 'IFRAME') openFrame(tokenUrl, callback);
      else window.location.assign(tokenUrl);
    },
    closePage() {
      if (close) close();
    },
  };
})();
`;

/** Runs in the frame when the payer is done. */
export const concludedScript = `window.parent.postMessage({ phonepe: document.currentScript.dataset.result }, '*');
`;
