/**
 * What PhonePe serves as /web/bundle/checkout.js: `window.PhonePeCheckout`, which sends the browser to the checkout or
 * shows it in a frame. In the frame the callback hears USER_CANCEL, or CONCLUDED for any end of the order, good or bad.
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

/** Runs in the frame once the payer is done. */
export const concludedScript = `window.parent.postMessage({ phonepe: document.currentScript.dataset.result }, '*');
`;
