import { faults as backupFaults } from './backup.js'
import { faults as browserFaults } from './browser.js'
import { faults as cartFaults } from './cart.js'
import { faults as choosingFaults } from './choosing.js'
import { faults as dataFaults } from './data.js'
import { faults as deskFaults } from './desk.js'
import { faults as httpFaults } from './http.js'
import { faults as kernelFaults } from './kernel.js'
import { faults as kitFaults } from './kits.js'
import { faults as listFaults } from './lists.js'
import { faults as materialFaults } from './materials.js'
import { faults as memberFaults } from './members.js'
import { faults as offerFaults } from './offers.js'
import { faults as orderFaults } from './orders.js'
import { faults as parcelFaults } from './parcels.js'
import { faults as paymentFaults } from './payment.js'
import { faults as pictureFaults } from './pictures.js'
import { faults as planningFaults } from './planning.js'
import { faults as productDeskFaults } from './product-desk.js'
import { faults as productFileFaults } from './product-files.js'
import { faults as productFaults } from './products.js'
import { faults as refundFaults } from './refunds.js'
import { faults as restockFaults } from './restock.js'
import { faults as searchFaults } from './search.js'
import { faults as serverFaults } from './server.js'
import { faults as settlementFaults } from './settlement.js'
import { faults as severalFaults } from './several.js'
import { faults as shopSettingsFaults } from './shop-settings.js'
import { faults as stockFaults } from './stock.js'
import { faults as uploadFaults } from './uploads.js'

/** @type {import('./places.js').Fault[]} */
export const faults = [
  ...parcelFaults,
  ...paymentFaults,
  ...settlementFaults,
  ...refundFaults,
  ...deskFaults,
  ...uploadFaults,
  ...cartFaults,
  ...kernelFaults,
  ...serverFaults,
  ...httpFaults,
  ...memberFaults,
  ...offerFaults,
  ...orderFaults,
  ...backupFaults,
  ...listFaults,
  ...productDeskFaults,
  ...productFileFaults,
  ...severalFaults,
  ...shopSettingsFaults,
  ...stockFaults,
  ...productFaults,
  ...planningFaults,
  ...restockFaults,
  ...materialFaults,
  ...choosingFaults,
  ...searchFaults,
  ...kitFaults,
  ...pictureFaults,
  ...browserFaults,
  ...dataFaults,
]
