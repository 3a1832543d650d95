import { accessCalls } from '#schemas/api/access-calls.ts';
import { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { leadCalls } from '#schemas/api/lead-calls.ts';
import { notificationCalls } from '#schemas/api/notification-calls.ts';
import { projectCalls } from '#schemas/api/project-calls.ts';
import { scanCalls } from '#schemas/api/scan-calls.ts';
import { supportCalls } from '#schemas/api/support-calls.ts';
import { surveyCalls } from '#schemas/api/survey-calls.ts';

/** API calls that send unsent work. */
export const contractCalls = {
  refreshSession: accessCalls.refreshSession,
  updateLead: leadCalls.updateLead,
  uploadPhoto: scanCalls.uploadPhoto,
  sendScans: scanCalls.sendScans,
  createProject: projectCalls.createProject,
  updateProjectInstallationDate: projectCalls.updateProjectInstallationDate,
  submitProjectSurvey: projectCalls.submitProjectSurvey,
  createSupportChat: supportCalls.createSupportChat,
  createSupportMessage: supportCalls.createSupportMessage,
  markNotificationRead: notificationCalls.markNotificationRead,
  updateSurvey: surveyCalls.updateSurvey,
  sendAttachments: attachmentCalls.sendAttachments,
  sendAttachmentPart: attachmentCalls.sendAttachmentPart,
};
