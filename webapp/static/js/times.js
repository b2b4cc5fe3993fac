// Times as the reader's clock and language write them; the server knows UTC only.

import { moment } from "./texts.js";

for (const time of document.querySelectorAll("time[datetime]")) time.textContent = moment(new Date(time.dateTime));
