// The search of the site runs in a worker, which browsers refuse to pages opened from disk. This gives such pages a
// worker that runs in a hidden frame instead. Pages from a server keep the browser's own workers.
"use strict";
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.tabIndex = -1;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      // An empty document that is written stays; Firefox replaces one that is not.
      inside.document.open();
      inside.document.write("<body></body>");
      inside.document.close();
      // A worker's script posts to its page with the function of this name, and is posted to by events.
      inside.postMessage = (data) => setTimeout(() => this.receive(data));
      inside.importScripts = async (...sources) => {
        for (const source of sources) await this.load(source);
      };
      this.load(address).then(() => this.start());
    }

    load(source) {
      return new Promise((resolve, reject) => {
        const script = this.frame.contentDocument.createElement("script");
        script.src = source;
        script.onload = resolve;
        script.onerror = reject;
        this.frame.contentDocument.body.append(script);
      });
    }

    start() {
      this.ready = true;
      for (const data of this.waiting.splice(0)) this.postMessage(data);
    }

    postMessage(data) {
      if (!this.ready) this.waiting.push(data);
      else this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data }));
    }

    receive(data) {
      const event = new MessageEvent("message", { data });
      this.dispatchEvent(event);
      if (this.onmessage) this.onmessage(event);
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
